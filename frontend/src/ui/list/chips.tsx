import styles from './list.module.css'

interface ChipsProps<Name extends string> {
  legend: string
  /** The choices in their order, with their texts. */
  texts: Partial<Record<Name, string>>
  isChosen: (name: Name) => boolean
  onChoose: (name: Name) => void
}

/** Choices of a filter. */
export function Chips<Name extends string>({ legend, texts, isChosen, onChoose }: ChipsProps<Name>) {
  return (
    <fieldset className={styles.chips}>
      <legend>{legend}</legend>
      {(Object.entries(texts) as [Name, string][]).map(([name, text]) => (
        <button key={name} type="button" aria-pressed={isChosen(name)} onClick={() => onChoose(name)}>
          {text}
        </button>
      ))}
    </fieldset>
  )
}
