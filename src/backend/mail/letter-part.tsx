import { wordsOf } from '../../locale/words.ts'
import { EsimPanel } from './esim-panel.tsx'
import type { ShownEsim } from './esim-panel.tsx'
import { styles } from './letter-style.ts'
import type { Letter, LetterPart } from './letter.ts'

type PartProps = {
  readonly part: LetterPart
  readonly esim: ShownEsim | null
  readonly locale: Letter['locale']
}

/** A part of a letter as HTML. */
export function Part({ part, esim, locale }: PartProps) {
  switch (part.kind) {
    case 'text':
    case 'note':
      return part.text.split('\n\n').map((paragraph, index) => (
        <p
          key={`${index}`}
          className={part.kind === 'note' ? 'soft' : 'ink'}
          style={styles[part.kind]}
        >
          {paragraph}
        </p>
      ))
    case 'quote':
      return (
        <blockquote className="ink rule" style={styles.quote}>
          {part.text}
        </blockquote>
      )
    case 'code':
      return (
        <p className="ink wash" style={styles.code}>
          {part.text}
        </p>
      )
    case 'button':
      return (
        <p style={styles.action}>
          <a className="button" style={styles.button} href={part.url}>
            {part.label}
          </a>
        </p>
      )
    case 'link':
      return (
        <p style={styles.action}>
          <a className="accent" style={styles.link} href={part.url}>
            {part.label}
          </a>
        </p>
      )
    case 'choices':
      return part.choices.map(({ sign, label, url }) => (
        <a key={url} className="ink edge" style={styles.choice} href={url}>
          <span className="accent" style={styles.sign}>
            {sign}
          </span>{' '}
          {label}
        </a>
      ))
    case 'table':
      return <Table part={part} />
    case 'esim':
      return esim && <EsimPanel esim={esim} words={wordsOf(locale)} />
  }
}

/** Characters that fit beside a label on the narrowest phones. Addresses break at hyphens otherwise. */
const unbrokenLength = 24

function Table({ part: { rows, total } }: { part: LetterPart & { kind: 'table' } }) {
  return (
    <table cellPadding={0} cellSpacing={0} style={styles.table}>
      <tbody>
        {rows.map(({ label, value }, index) => (
          <tr key={`${index}`}>
            <th align="left" scope="row" className="soft line" style={styles.label}>
              {label}
            </th>
            <td
              className="ink line"
              style={value.length > unbrokenLength ? styles.value : styles.shortValue}
            >
              {value}
            </td>
          </tr>
        ))}
        {total && (
          <tr>
            <th align="left" scope="row" className="ink" style={styles.total}>
              {total.label}
            </th>
            <td align="right" className="ink" style={styles.total}>
              {total.value}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
