"""Types of the compiled open-card search, for processors with BMI2: those of the other build."""

from clumond_solver._core.double_dummy.open_search import BYTES_FIXED as BYTES_FIXED
from clumond_solver._core.double_dummy.open_search import BYTES_PER_BLOCK as BYTES_PER_BLOCK
from clumond_solver._core.double_dummy.open_search import NO_LIMIT as NO_LIMIT
from clumond_solver._core.double_dummy.open_search import PartitionSearch as PartitionSearch
