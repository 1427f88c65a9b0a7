import { expect, test } from './engines.ts'
import { eventually } from './eventually.ts'

test('flags appear after the first paint', async ({ visitor }) => {
  await visitor.open('/esim/countries')
  await eventually(async () => {
    const width = await visitor.tab.run(
      () => document.querySelector<SVGSVGElement>('main svg.flag')?.getBBox().width ?? 0,
    )
    expect(width).toBeGreaterThan(0)
  })
})
