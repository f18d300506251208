-- Statistics of the staged rows, else the join is planned for a handful.
ANALYZE staged
