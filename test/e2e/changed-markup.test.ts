import type { Locator, Page } from '@playwright/test'
import { buy, expect, hydrate, locales, openCabinet, requestPartnerCode, test } from './shop.ts'

// Sign-in codes are limited per client address.
test.use({ extraHTTPHeaders: { 'CF-Connecting-IP': '198.51.100.23' } })

const [english] = locales
const { words, plan } = english

type Form = {
  /** `number` is another one for each time that the form is opened. */
  readonly open: (page: Page, number: number) => Promise<unknown>
  /** An element with the form. */
  readonly part?: string
  /** Texts by the names of their fields. */
  readonly typed: { readonly [name: string]: string }
  readonly button: string
  /** The role of the answer. Most forms reject the texts. */
  readonly answer?: 'status'
  /** Leaves the options as they are, so that the form rejects them. */
  readonly leavesOptions?: true
}

const forms: { readonly [name: string]: Form } = {
  order: {
    open: async (page) => page.goto(`/esim-order?tariffID=${plan}`),
    typed: { email: 'anna', promocode: 'SUMMER-25' },
    button: words('order.submit'),
  },
  message: {
    open: async (page) => page.goto('/contacts'),
    part: '#support',
    typed: { name: 'Anna', email: 'anna', message: 'On 1 May it was slow.' },
    button: words('contacts.send'),
  },
  'sign-in by email': {
    open: async (page) => page.goto('/register'),
    typed: { email: 'anna' },
    button: words('signIn.sendCode'),
  },
  'sign-in by phone': {
    open: async (page) => page.goto('/login?as=partner'),
    typed: { phone: '+7 000' },
    button: words('signIn.sendCode'),
  },
  'sign-in code': {
    async open(page, number) {
      await page.goto('/login?as=partner')
      await requestPartnerCode(page.getByRole('main'), words, `+7912345680${number}`)
      await expect(page.getByLabel(words('signIn.code'), { exact: true })).toBeVisible()
    },
    typed: { code: '12' },
    button: words('signIn.confirm'),
  },
  withdrawal: {
    async open(page, number) {
      await page.context().clearCookies()
      await openCabinet(page, english, `+7912345681${number}`)
      // Its form is shown with the reason why nothing can be withdrawn.
      await page.evaluate(() => {
        const form = document.createElement('form')
        form.method = 'post'
        form.innerHTML = '<input name="action" value="withdraw"><input name="payoutDetails">'
        document.body.append(form)
        form.submit()
      })
      await page.waitForSelector('[data-form]')
    },
    typed: { payoutDetails: 'DE00' },
    button: words('partner.withdraw'),
  },
  review: {
    async open(page) {
      const url = new URL(await buy(page.request, english, 'changed-markup@example.com'))
      const hash = url.searchParams.get('hash') ?? ''
      await page.goto(`/dev/usage/${hash}`)
      await page.locator('button[value="100"]').click()
      await page.goto(`/esim-review?hash=${hash}`)
    },
    typed: { text: 'Fast everywhere.', author: 'Anna' },
    button: words('review.send'),
    leavesOptions: true,
  },
  'rating of an answer': {
    async open(page) {
      await page.goto('/klientam/questions-and-answers/installing')
      await page.getByRole('main').locator('.questions summary').first().click()
      const link = page.getByRole('link', { name: words('faq.reviewTitle') }).first()
      await page.goto((await link.getAttribute('href')) ?? '')
    },
    typed: { comment: 'The price' },
    button: words('faq.sendNo'),
    answer: 'status',
  },
}

/** What other programs do to a page. */
const changes = {
  'a translator wraps its texts': wrapTexts,
  'a translator replaces its texts': replaceTexts,
  'a password manager adds an element': addElement,
}

for (const [name, form] of Object.entries(forms))
  for (const [index, [happening, change]] of Object.entries(changes).entries())
    test(`the form ${name} keeps what was typed when ${happening}`, async ({ page }) => {
      for (const isHydrated of [false, true]) {
        await form.open(page, index * 2 + Number(isHydrated))
        const root = page.locator(`${form.part ?? 'main'} [data-form]`).first()
        const fields = Object.entries(form.typed)
        const field = (each: string) => root.locator(`[name=${each}]:not([type=hidden])`)
        const last = field(fields.at(-1)?.[0] ?? '')
        await root.evaluate((element) => {
          for (const fold of element.querySelectorAll('details')) fold.open = true
        })
        if (isHydrated) await hydrate(page, last)
        else await root.evaluate(change)
        for (const [each, text] of fields) await field(each).fill(text)
        if (!form.leavesOptions)
          for (const box of await root.locator('[type=checkbox], [type=radio]').all())
            await box.check()
        await last.press('Home')
        await last.press('Shift+End')
        const filled = await contentOf(root)
        expect(filled).toMatchObject(form.typed)
        if (isHydrated) await root.evaluate(change)
        await page.waitForLoadState('networkidle')
        expect(await contentOf(root)).toEqual(filled)
        await expect(last).toBeFocused()
        const selected = await page.evaluate(() => getSelection()?.toString())
        expect(selected).toBe(await last.inputValue())

        await root.getByRole('button', { name: form.button }).click()
        await expect(page.getByRole(form.answer ?? 'alert').first()).toBeVisible()
        if (!form.answer) expect(await contentOf(root)).toMatchObject(filled)
      }
    })

/** Returns the texts and ticks of the fields that are shown, by their names. */
async function contentOf(root: Locator): Promise<{ readonly [name: string]: string | boolean }> {
  return root.evaluate((element) => {
    const fields = element.querySelectorAll<HTMLInputElement>(
      'input:not([type=hidden], [type=file]), textarea',
    )
    return Object.fromEntries(
      [...fields].map(({ name, type, value, checked }) =>
        type === 'checkbox' || type === 'radio' ? [`${name} ${value}`, checked] : [name, value],
      ),
    )
  })
}

function wrapTexts(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) texts.push(walker.currentNode)
  for (const text of texts) {
    if (text.textContent?.trim() === '') continue
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.append(`${text.textContent}*`)
    outer.append(inner)
    text.parentNode?.replaceChild(outer, text)
  }
}

function replaceTexts(root: Element): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode())
    if (walker.currentNode.textContent?.trim() !== '') walker.currentNode.textContent += '*'
}

function addElement(root: Element): void {
  const field = root.querySelector('input[type=email]') ?? root.querySelector('input[id], textarea')
  field?.after(document.createElement('password-icon'))
}
