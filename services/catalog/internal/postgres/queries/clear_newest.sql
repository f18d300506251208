-- Not TRUNCATE: readers go on with the rows they see.
DELETE FROM newest
