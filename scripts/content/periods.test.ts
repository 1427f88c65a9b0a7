import { describe, expect, it } from 'vitest'
import { dataPolicy, userAgreement } from '../../content/index.ts'
import { russiaWindowMonths, travelWindowDays } from '../../src/kit/activation-window.shared.ts'
import { cookieDays } from '../../src/kit/limits.shared.ts'
import { articlesIn, langs, plain, postsIn, stringsOf } from '../../test/fixtures/shop-texts.ts'

/** The numbers that articles, questions and the user agreement state. The agreement is a sample. */
const periods = {
  en: [
    ...['within', 'up to'].map((bound) => `${bound} ${travelWindowDays} days`),
    `within ${russiaWindowMonths} months`,
    `opens your link for ${cookieDays.marketing} days`,
    `remember the link for ${cookieDays.marketing} days`,
    `fill it in for you and keep it for ${cookieDays.marketing} days`,
    'the seller will reply within 30 days',
  ],
  ru: [
    `есть ${travelWindowDays} дней после покупки`,
    `в течение ${travelWindowDays} дней после покупки`,
    `больше ${travelWindowDays} дней`,
    `российского рынка — ${russiaWindowMonths} месяцев`,
    `российского рынка — в течение ${russiaWindowMonths} месяцев`,
    `Переход по ссылке мы помним ${cookieDays.marketing} дней`,
    `Переход мы помним ${cookieDays.marketing} дней`,
    `подставится сам и хранится ${cookieDays.marketing} дней`,
    'Ответ приходит в течение 30 дней',
  ],
}
const anyPeriod = {
  en: /.{0,30}\d+ (?:minute|hour|day|week|month|year|%|percent).{0,20}/g,
  ru: /.{0,30}\d+ ?(?:мин|час|дн|день|недел|месяц|год|лет|%).{0,20}/g,
}
const cookiePhrases = {
  en: [
    `language and cookie consent for ${cookieDays.preferences} days`,
    `your sign-in for ${cookieDays.session} days`,
    `promo and referral codes and the model of the phone you checked for ${cookieDays.marketing} days`,
  ],
  ru: [
    `Язык и согласие хранятся ${cookieDays.preferences} дней`,
    `вход — ${cookieDays.session} дней`,
    `промокод, код партнёра и модель проверенного телефона — ${cookieDays.marketing} дней`,
  ],
}
/** CURRENCIES is a setting. Partners are paid in dollars, which their texts show as `$30`. */
const currencyNames = { en: /dollar|euro(?!pe)|rouble/i, ru: /доллар|евро(?!п)|рубл/i }

describe.each(langs)('texts in %s', (lang) => {
  it('state only periods of the shop', () => {
    const texts = [...articlesIn(lang), ...stringsOf(userAgreement[lang])].map(plain)
    const others = periods[lang].reduce(
      (text, period) => text.replaceAll(period, ''),
      texts.join('\n'),
    )
    expect(others.match(anyPeriod[lang])).toBeNull()
    for (const period of periods[lang]) expect(texts.join('\n')).toContain(period)
  })

  it('state how many days browsers store cookies', () => {
    expect(cookieDays.phone).toBe(cookieDays.marketing)
    const text = stringsOf(dataPolicy[lang]).map(plain).join('\n')
    for (const phrase of cookiePhrases[lang]) expect(text).toContain(phrase)
  })

  it('name no currency', async () => {
    const texts = [...(await postsIn(lang)), ...articlesIn(lang), ...stringsOf(userAgreement[lang])]
    expect(texts.filter((text) => currencyNames[lang].test(text))).toEqual([])
  })
})
