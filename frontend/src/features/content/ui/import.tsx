'use client'

import { useMemo, useState } from 'react'
import { useAction } from '@/lib/action'
import { hasStatus, problemIn } from '@/lib/api/error'
import { queryClient, useRead } from '@/lib/query'
import { formatDateTime } from '@/lib/time'
import * as t from '@/messages/content-import'
import { Ask } from '@/ui/ask'
import { Button } from '@/ui/button'
import { editing } from '@/ui/editing'
import { Failure } from '@/ui/failure'
import { Select } from '@/ui/field'
import { Link } from '@/ui/link'
import { columnHelper, Table } from '@/ui/list/table'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import {
  type Chosen,
  type CollectionImport,
  checkColumns,
  chosenOf,
  type FileKind,
  type FileReport,
  fileKinds,
  type ImportCheck,
  importQuery,
  importsHref,
  isSame,
  startImport,
} from '../imports'
import { folderHref } from '../model'
import styles from './content.module.css'

/** One import of a collection: what it would do, its progress, how it ended. */
export function Import({ lang, id }: { lang: string; id: string }) {
  const query = importQuery(id)
  const { data, error, problem, read } = useRead(query)
  const back = <Link href={importsHref(lang)}>{t.all}</Link>
  if (!data) {
    if (hasStatus(error, 404) || hasStatus(error, 422)) {
      return (
        <p>
          {t.missing} {back}
        </p>
      )
    }
    return problem ? <Failure problem={problem} retry={() => void read()} /> : <Skeleton height="24rem" />
  }
  const update = (next: CollectionImport) => queryClient.setQueryData(query.queryKey, next)
  const { state, check, done, total } = data
  return (
    <article className={editing.section}>
      <p>{back}</p>
      <header>
        <h2>{data.name}</h2>
        <p className={editing.quiet}>
          {t.filesOf(data.artistsFile, data.artworksFile)},{' '}
          <time dateTime={data.updatedAt}>{formatDateTime(data.updatedAt)}</time>, {t.by(data.email)}
        </p>
      </header>
      {problem && <Failure problem={problem} />}
      {state === 'running' && (
        <section aria-labelledby="running">
          <p id="running">{t.running}</p>
          <progress className={styles.bar} aria-label={t.progress} max={Math.max(total, 1)} value={done} />
          <p className="figures">{t.done(done, total)}</p>
          {data.retrying && <Notice>{t.retrying}</Notice>}
        </section>
      )}
      {state === 'done' && (
        <Notice kind="assent" title={t.finished}>
          <p>{t.summary(data.written, data.removed)}</p>
          <p className={editing.buttons}>
            <Link href={folderHref(lang, 'artworks')}>{t.seeArtworks}</Link>
            <Link href={folderHref(lang, 'artists')}>{t.seeArtists}</Link>
            <Link href={importsHref(lang)}>{t.another}</Link>
          </p>
        </Notice>
      )}
      {state === 'failed' && (
        <Notice kind="alarm" title={t.failed}>
          <p>{data.reason}</p>
        </Notice>
      )}
      {check && (state === 'checked' || state === 'failed') && (
        <Checked key={data.updatedAt} of={data} check={check} onChange={update} />
      )}
    </article>
  )
}

interface CheckedProps {
  of: CollectionImport
  check: ImportCheck
  onChange: (next: CollectionImport) => void
}

/** What a check found, the columns, and the button that imports. */
function Checked({ of, check, onChange }: CheckedProps) {
  const read = useMemo(() => chosenOf(check), [check])
  const [chosen, setChosen] = useState<Chosen>(read)
  const again = useAction(() => checkColumns(of.id, of.name, chosen), { onDone: onChange })
  const { preview, problems, problemCount, notices } = check
  const changed = !isSame(read, chosen)
  return (
    <>
      {problemCount > 0 ? (
        <section className={editing.section} aria-labelledby="problems">
          <h3 id="problems">{t.problems(problemCount)}</h3>
          <p>
            {t.problemsMean} {problemCount > problems.length && t.firstProblems(problems.length)}
          </p>
          <Problems check={check} />
        </section>
      ) : (
        preview && (
          <Notice kind="assent" title={t.noProblems}>
            <p>{preview.unchanged ? t.unchanged : t.preview(preview)}</p>
            {preview.removed > 0 && <p>{t.removed(preview.removed)}</p>}
            {preview.pictureOrigins.length > 0 && <p>{t.origins(preview.pictureOrigins)}</p>}
          </Notice>
        )
      )}
      {notices.length > 0 && (
        <Notice title={t.notices}>
          <ul>
            {notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        </Notice>
      )}
      <form
        className={editing.section}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          again.run()
        }}
      >
        <p className={editing.quiet}>{t.mappingHint}</p>
        {fileKinds.map((kind) => (
          <Mapping
            key={kind}
            kind={kind}
            file={kind === 'artists' ? of.artistsFile : of.artworksFile}
            report={check[kind]}
            chosen={chosen[kind]}
            onChoose={(name, from) => setChosen({ ...chosen, [kind]: { ...chosen[kind], [name]: from } })}
          />
        ))}
        {again.problem && <Notice kind="alarm">{again.problem}</Notice>}
        <div className={editing.buttons}>
          <Button type="submit" kind="quiet" busy={again.busy}>
            {t.checkAgain}
          </Button>
          <output className={editing.quiet}>{changed && t.changedColumns}</output>
        </div>
      </form>
      {of.state === 'checked' && preview && problemCount === 0 && !changed && (
        <Ask
          label={t.start}
          title={t.startTitle}
          action={preview.mostlyRemoved ? t.doStartRemoving : t.doStart}
          back={t.back}
          onConfirm={() => problemIn(async () => onChange(await startImport(of.id, preview.mostlyRemoved)))}
        >
          <p>{t.startMeans}</p>
          {preview.mostlyRemoved && <p>{t.startRemoves}</p>}
        </Ask>
      )}
    </>
  )
}

interface Problem {
  key: string
  file: string
  row: number
  column: string
  problem: string
  fix: string
}

const helper = columnHelper<Problem>()
const problemColumns = helper.columns([
  helper.accessor('file', { header: t.columns.file }),
  helper.accessor('row', { header: t.columns.row }),
  helper.accessor('column', { header: t.columns.column }),
  helper.accessor('problem', { header: t.columns.problem }),
  helper.accessor('fix', { header: t.columns.fix }),
])

function Problems({ check }: { check: ImportCheck }) {
  const rows = useMemo(
    () =>
      check.problems.map(({ file, line, ...problem }, i) => ({
        ...problem,
        key: String(i),
        file: t.fileNames[file],
        row: line,
      })),
    [check],
  )
  return <Table columns={problemColumns} name="problem" rows={rows} idOf={({ key }) => key} figures />
}

type Row = FileReport['first'][number]

const rowHelper = columnHelper<Row>()

/** The columns of the first rows: those that are imported. */
const rowColumns = ({ columns }: FileReport) =>
  rowHelper.columns([
    rowHelper.accessor('line', { header: t.line }),
    ...columns.flatMap(({ name, from }, i) =>
      from
        ? [
            rowHelper.accessor(({ cells }) => cells[i] ?? '', {
              id: name,
              header: name,
              cell: ({ getValue }) => <span className={styles.cell}>{getValue()}</span>,
            }),
          ]
        : [],
    ),
  ])

interface MappingProps {
  kind: FileKind
  file: string
  report: FileReport
  chosen: Record<string, string>
  onChoose: (name: string, from: string) => void
}

/** The columns of one file, and its first rows. */
function Mapping({ kind, file, report, chosen, onChoose }: MappingProps) {
  const names = [...new Set(report.header.filter(Boolean))]
  const columns = useMemo(() => rowColumns(report), [report])
  return (
    <fieldset className={styles.mapping}>
      <legend>{t.mapping(file)}</legend>
      <p className={editing.quiet}>
        {report.encoding ? t.written(report.encoding, report.separator, report.rows) : t.unreadable}{' '}
        {report.guessed && t.guessed}
      </p>
      <div className={styles.columns}>
        {report.columns.map(({ name, required }) => (
          <Select
            key={name}
            name={`${kind}.${name}`}
            label={t.field(name, required)}
            value={chosen[name] ?? ''}
            onChange={({ target }) => onChoose(name, target.value)}
          >
            <option value="">{t.notImported}</option>
            {names.map((from) => (
              <option key={from} value={from}>
                {from}
              </option>
            ))}
          </Select>
        ))}
      </div>
      {report.first.length > 0 && (
        <>
          <p className={editing.quiet}>{t.firstRows(file)}</p>
          <Table columns={columns} name="line" rows={report.first} idOf={({ line }) => String(line)} />
        </>
      )}
    </fieldset>
  )
}
