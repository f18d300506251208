-- Until when events were published of what changes by the passing of time.
SELECT at FROM told
