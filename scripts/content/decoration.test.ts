import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const decoration = /content: '[^']*[→←+–][^']*'( \/ '')?;/g

it('hides from screen readers the signs that styles add to links and buttons', () => {
  const styles = globSync('client/styles/*.css').map((file) => readFileSync(file, 'utf8'))
  // The sign of a list item separates it from the one before.
  const buttons = styles.map((css) => css.replaceAll(/[^}]*::marker \{[^}]*\}/g, ''))
  const all = buttons.flatMap((css) => [...css.matchAll(decoration)])
  expect(all.length).toBeGreaterThan(5)
  expect(all.filter(([, alternative]) => alternative === undefined).map(([rule]) => rule)).toEqual(
    [],
  )
})
