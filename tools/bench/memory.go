package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// reportMemory reports the memory of a process and its children. The resident size counts a page once for each process
// that shares it, which overstates Postgres; the proportional size, where the system reports it, does not.
func reportMemory(r *report, root int, when string) {
	before := load()
	all, err := processes(root)
	if err != nil {
		r.skip("memory: " + err.Error())
		return
	}
	kinds := []string{"onebox", "postgres", "anvil", "node"}
	rss, pss, count := map[string]int{}, map[string]int{}, map[string]int{}
	for pid, p := range all {
		kind := "node"
		for _, k := range kinds {
			if strings.HasPrefix(p.name, k) {
				kind = k
			}
		}
		rss[kind] += p.kb
		count[kind]++
		pss[kind] += proportional(pid)
	}
	total := 0
	for _, k := range kinds {
		if count[k] == 0 {
			continue
		}
		note := fmt.Sprintf("%d processes", count[k])
		if count[k] == 1 {
			note = "1 process"
		}
		weight := rss[k]
		if pss[k] > 0 {
			note += fmt.Sprintf("; %d MB with shared pages counted once", pss[k]/1024)
			weight = pss[k]
		}
		total += weight
		r.add(Figure{"Memory, " + when, k, float64(rss[k]) / 1024, "MB resident", note, before})
	}
	r.add(Figure{"Memory, " + when, "all", float64(total) / 1024, "MB", "shared pages counted once where the system tells", before})
}

// proportional is the size in kB with each shared page divided among its users, or 0 if unknown.
func proportional(pid int) int {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	if err != nil {
		return 0
	}
	for line := range strings.SplitSeq(string(data), "\n") {
		if words := strings.Fields(line); len(words) > 1 && words[0] == "Pss:" {
			kb, _ := strconv.Atoi(words[1])
			return kb
		}
	}
	return 0
}
