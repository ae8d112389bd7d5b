"""The bridge as a stranger sees it: PUBLISH, SUBSCRIBE, and what the specification says."""
