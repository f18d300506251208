package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/shirou/gopsutil/v4/process"
)

// family returns a process and all its descendants.
func family(pid int) ([]*process.Process, error) {
	root, err := process.NewProcess(int32(pid))
	if err != nil {
		return nil, err
	}
	all := []*process.Process{root}
	for i := 0; i < len(all); i++ {
		children, err := all[i].Children()
		if err == nil { // otherwise it has ended, or has none
			all = append(all, children...)
		}
	}
	return all, nil
}

// resident returns the resident memory of a process in MB, or 0 if it has ended.
func resident(p *process.Process) float64 {
	memory, err := p.MemoryInfo()
	if err != nil {
		return 0
	}
	return float64(memory.RSS) / (1 << 20)
}

// proportional returns the size in MB with each shared page divided among its users, or 0 if the system doesn't report it.
func proportional(p *process.Process) float64 {
	maps, err := p.MemoryMaps(true)
	if err != nil || len(*maps) == 0 {
		return 0
	}
	return float64((*maps)[0].Pss) / 1024
}

// reportMemory reports the memory of a process and its children. The resident size counts a page once for each process
// that shares it, which overstates Postgres; the proportional size, where the system reports it, does not.
func reportMemory(r *report, root int, when string) {
	before := load()
	all, err := family(root)
	if err != nil {
		r.skip("memory: " + err.Error())
		return
	}
	kinds := []string{"onebox", "postgres", "anvil", "node"}
	rss, pss, count := map[string]float64{}, map[string]float64{}, map[string]int{}
	for _, p := range all {
		name, _ := p.Name() // empty if it has ended
		kind := "node"
		for _, k := range kinds {
			if strings.HasPrefix(name, k) {
				kind = k
			}
		}
		rss[kind] += resident(p)
		pss[kind] += proportional(p)
		count[kind]++
	}
	total := 0.0
	for _, k := range kinds {
		if count[k] == 0 {
			continue
		}
		note := fmt.Sprintf("processes: %d; %.0f MB with shared pages counted once", count[k], pss[k])
		total += cmp.Or(pss[k], rss[k])
		r.add(Figure{"Memory, " + when, k, rss[k], "MB resident", note, before})
	}
	r.add(Figure{"Memory, " + when, "all", total, "MB", "shared pages counted once where the system reports them", before})
}
