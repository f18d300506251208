SELECT at FROM told
