import type { Texts } from '../../locale/texts.ts'

type Props = {
  readonly texts: Texts<'order.people' | 'order.peopleHint'>
  readonly people: number
  /** URLs of the order for one person, for two, and so on. Empty if the order is for one person. */
  readonly actions: readonly string[]
}

/** Value of the buttons that show the order for another number of people. */
export const peopleButton = 'people'

/**
 * Buttons that show the order for another number of people. They send the form, so that the typed
 * values stay.
 */
export function PeopleField({ texts, people, actions }: Props) {
  if (actions.length === 0) return null
  return (
    <fieldset className="options people">
      <legend>{texts['order.people']}</legend>
      {actions.map((action, index) => (
        <button
          key={action}
          className="button quiet"
          name="step"
          value={peopleButton}
          formAction={action}
          aria-pressed={people === index + 1}
        >
          {index + 1}
        </button>
      ))}
      <small>{texts['order.peopleHint']}</small>
    </fieldset>
  )
}
