def draw_deals(
    unseen: int,
    first_may_hold: int,
    second_may_hold: int,
    first_needs: int,
    second_needs: int,
    count: int,
    seed: int,
) -> list[tuple[int, int]] | None: ...
