import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { CardOptions } from './order-form.shared.tsx'

const texts = {
  'order.payment': 'Payment method',
  'order.reduction': 'Promo code',
  'order.fullPrice': 'Full price',
}
const card = {
  option: 'card-usd',
  label: 'Card',
  methods: '',
  price: '$10',
  total: '$9',
  totalMinor: 900,
}

function render(reduction: string | null, messages: readonly string[] = []): string {
  const props = { texts, cards: [{ ...card, reduction }], chosen: 'card-usd', messages }
  return renderToStaticMarkup(<CardOptions {...props} />)
}

it('names the price that is crossed out, because screen readers do not read the line', () => {
  const text = (html: string) => html.replaceAll(/<[^>]*>/g, '')
  expect(text(render('−$1'))).toContain('Full price: $10 $9')
  expect(text(render(null))).not.toContain('Full price')
})

it('describes the choice with its error', () => {
  const html = render(null, ['Choose a method.'])
  expect(html).toMatch(/^<fieldset[^>]* aria-invalid="true" aria-describedby="paymentOption-error"/)
  expect(html).toContain('<small id="paymentOption-error" class="error">Choose a method.</small>')
  expect(render(null)).not.toContain('aria-invalid')
})
