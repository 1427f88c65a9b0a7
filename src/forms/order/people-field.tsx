/** One number of people. */
export type PeopleChoice = {
  readonly label: string
  /** URL of the order for so many people. */
  readonly action: string
}

type Props = {
  readonly legend: string
  readonly people: number
  /** From one person upwards; empty: the order is for one. */
  readonly choices: readonly PeopleChoice[]
}

/** Value of the buttons that show the order for another number of people. */
export const peopleButton = 'people'

/** Buttons that keep what is typed: they send the form to the order for so many people. */
export function PeopleField({ legend, people, choices }: Props) {
  if (choices.length === 0) return null
  return (
    <fieldset className="options people">
      <legend>{legend}</legend>
      {choices.map(({ label, action }, index) => (
        <button
          key={action}
          className="button quiet"
          name="step"
          value={peopleButton}
          formAction={action}
          aria-label={label}
          aria-pressed={people === index + 1}
        >
          {index + 1}
        </button>
      ))}
    </fieldset>
  )
}
