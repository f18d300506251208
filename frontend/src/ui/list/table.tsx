import {
  type ColumnDef,
  createColumnHelper,
  flexRender,
  type RowData,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import styles from './list.module.css'

/** The server sorts, searches and pages, so a table needs no features. */
const features = tableFeatures({})

/** Makes the columns of a table whose rows have a type. */
export const columnHelper = <Row extends RowData>() => createColumnHelper<typeof features, Row>()

export type Columns<Row extends RowData> = ColumnDef<typeof features, Row, unknown>[]

interface TableProps<Row extends RowData> {
  columns: Columns<Row>
  rows: Row[]
  idOf: (row: Row) => string
  /** The column that names a row. */
  name: string
  /** Whether digits have the same width. */
  figures?: boolean
}

/** A table. On phones each row is a card, and the labels replace the header. */
export function Table<Row extends RowData>({ columns, rows, idOf, name, figures }: TableProps<Row>) {
  const table = useTable({ features, columns, data: rows, getRowId: idOf })
  return (
    <table className={styles.table}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th key={header.id} scope="col">
                {flexRender(header.column.columnDef.header, header.getContext())}
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id}>
            {row.getAllCells().map((cell) =>
              cell.column.id === name ? (
                <th key={cell.id} scope="row">
                  {flexRender(cell.column.columnDef.cell, cell.getContext())}
                </th>
              ) : (
                <td
                  key={cell.id}
                  data-label={cell.column.columnDef.header}
                  className={figures ? 'figures' : undefined}
                >
                  {flexRender(cell.column.columnDef.cell, cell.getContext())}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
