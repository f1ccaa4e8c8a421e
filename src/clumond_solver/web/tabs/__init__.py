"""The endpoints of the page, by tab: functions from a question to a value."""
