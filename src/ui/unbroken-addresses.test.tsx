import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { UnbrokenAddresses } from './copy-line.tsx'

it('keeps the mark behind an address in the same line', () => {
  const text = 'Sent to ann@example.com, bob@example.com. Done.'
  expect(renderToStaticMarkup(<UnbrokenAddresses text={text} />)).toBe(
    'Sent to <span class="unbroken" translate="no">ann@example.com,</span> ' +
      '<span class="unbroken" translate="no">bob@example.com.</span> Done.',
  )
})
