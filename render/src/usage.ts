import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Usage is what a process group uses: memory in bytes, and processor time in seconds. */
export interface Usage {
  memory: number
  cpu: number
}

const pageSize = 4096
const ticksPerSecond = 100

/** stat returns the fields of a process from its group on (proc(5), /proc/pid/stat), or nothing if it has ended. */
function stat(pid: number | string): string[] | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

/** anonymous returns the memory of a process that isn't a copy of files, which the kernel can drop. */
function anonymous(pid: number | string): number {
  try {
    const [, resident, shared] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number)
    return (resident! - shared!) * pageSize
  } catch {
    return 0
  }
}

/** members returns the processes of a group that haven't ended; none where there is no /proc. */
export function members(group: number): { pid: string; fields: string[] }[] {
  const names = existsSync('/proc') ? readdirSync('/proc') : []
  return names.flatMap((pid) => {
    const fields = /^\d+$/.test(pid) ? stat(pid) : undefined
    return fields && Number(fields[2]) === group && fields[0] !== 'Z' ? [{ pid, fields }] : []
  })
}

function add(to: Usage, pid: number | string, fields: string[]) {
  to.cpu += (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  to.memory += anonymous(pid)
}

/**
 * usage returns what a child uses: alone, or with all processes of its group, which takes some milliseconds. It returns nothing where there is
 * no /proc: there, memory and processor time aren't limited.
 */
export function usage(pid: number, group: boolean): Usage | undefined {
  const own = stat(pid)
  if (!own) return undefined
  const out = { memory: 0, cpu: 0 }
  if (!group) {
    add(out, pid, own)
    return out
  }
  for (const m of members(pid)) add(out, m.pid, m.fields)
  return out
}
