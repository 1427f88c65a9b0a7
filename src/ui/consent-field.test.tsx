import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ConsentField } from './consent.shared.tsx'

it.each([
  [[], 'false'],
  [['Please tick this box.'], 'true'],
])('with the messages %j, says that the box is invalid: %s', (messages, isInvalid) => {
  const props = { id: 'consent', name: 'consent', checked: false, before: 'I accept the ' }
  const html = renderToStaticMarkup(
    <ConsentField {...props} messages={messages} link="agreement" href="/user-agreement" />,
  )
  expect(html).toContain(` aria-invalid="${isInvalid}"`)
})
