import { layoutShift } from './layout-shift.ts'
import { expect, test } from './shop.ts'

/** Allows lines of text that wrap again when more of them arrives. */
const allowedShift = 0.002

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
])
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport })

    for (const path of ['/', '/contacts', '/esim/trip'])
      test(`${path} does not move as its elements arrive one by one`, async ({ page, request }) => {
        await page.goto(path)
        const html = await (await request.get(path)).text()
        const start = html.indexOf('<body')
        const head = html.slice(0, start).replaceAll(/<script type="module"[^>]*><\/script>/g, '')
        await page.evaluate(
          async (pieces) => {
            document.open()
            for (const piece of pieces) {
              document.write(piece)
              await new Promise((drawn) => requestAnimationFrame(drawn))
              // Elements below the first screen move nothing.
              const last = document.querySelector('main')?.lastElementChild
              if (last && last.getBoundingClientRect().top > innerHeight) break
            }
          },
          [head, ...html.slice(start).split(/(?=<[a-z])/)],
        )
        expect(await layoutShift(page)).toBeLessThan(allowedShift)
      })
  })
