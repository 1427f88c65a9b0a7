import { describe, expect, it } from 'vitest'
import * as content from '../../content/index.ts'
import { travelWindowDays } from '../../src/kit/activation-window.shared.ts'
import { usualThreshold } from '../../src/plans/trip.ts'
import { dailyUse, maxStops } from '../../src/plans/trip-bounds.shared.ts'
import { minimumWithdrawal } from '../../src/partners/available-balance.ts'
import { codeLifetime } from '../../src/kit/limits.shared.ts'
import { megabytesInGigabyte } from '../../src/kit/plan-sizes.shared.ts'
import { formatMoney, formatNumber } from '../../src/words/formats.shared.ts'
import {
  articlesIn,
  langs,
  plain,
  postsIn,
  stringsOf,
  textsIn,
} from '../../test/fixtures/shop-texts.ts'

/**
 * Patterns of the promises about the time after a purchase. The number of days is the first group.
 */
const activation = {
  en: /(\d+) days (?:of|after) (?:purchase|buying)/g,
  ru: /(\d+) дней после покупки/g,
}
const lightUse = { en: 'use about', ru: 'около' }
const codeMinutes = { en: 'valid for ten minutes', ru: 'действует десять минут' }
const stops = { en: 'up to five countries', ru: 'до пяти стран' }

const dailyData = {
  en: {
    light: (size: string) => `That’s about ${size} GB a day`,
    work: (size: string) => `That’s ${size} GB a day or more`,
    unstated: (size: string) => `expect about ${size} GB a day at full speed`,
  },
  ru: {
    light: (size: string) => `Это около ${size} ГБ в день`,
    work: (size: string) => `Это ${size} ГБ в день и больше`,
    unstated: (size: string) => `рассчитывайте примерно на ${size} ГБ в день`,
  },
}

/** Names on a phone, and figures of speech. All other quotes are names that the shop shows. */
const otherQuotes = {
  en: `Activating|Add eSIM|Allow Cellular Data Switching|backup data|Carrier Lock|
    Default Voice Line|EID|eSIM|Enter Details Manually|Asia|Europe|No service|
    No SIM restrictions|Set up an eSIM|Travel|unlimited`,
  ru: `EID|eSIM|SIM-карты|Азию|Активация|безлимит|Ввести данные вручную|Добавить eSIM|
    Добавить SIM-карту|Европа|Диспетчер SIM-карт|Использовать QR-код|Летай|Локатор|Мобильный интернет|Мотив|
    на всякий случай|на минутку|Настроить eSIM|Настройки|Нет сети|О телефоне|Об этом устройстве|Основные|
    Подключения|Поездка|пока на старый телефон|попробовать ещё раз|резервный интернет|
    Сеть и интернет|Сотовая связь|Сотовые данные|Статус SIM-карты|Частный узел|
    Экономия данных|Экономия трафика`,
}
const quotes = { en: /‘([^’]+)’(?!\p{L})/gu, ru: /«([^»]+)»/g }

describe.each(langs)('texts in %s', (lang) => {
  it('state the days until the activation', async () => {
    const days = (await textsIn(lang)).flatMap((text) =>
      Array.from(text.matchAll(activation[lang]), ([, count]) => Number(count)),
    )
    expect(days.length).toBeGreaterThan(5)
    expect(new Set(days)).toEqual(new Set([travelWindowDays]))
  })

  it('state the smallest withdrawal', () => {
    const { referral, userAgreement, faq } = content
    const amount = plain(formatMoney(lang, minimumWithdrawal))
    for (const text of [referral[lang], userAgreement[lang], faq[lang]])
      expect(stringsOf(text).map(plain).join('\n')).toContain(amount)
  })

  it('state the lifetime of a sign-in code, and the number of countries of a trip', async () => {
    expect(codeLifetime).toBe(600)
    expect(maxStops).toBe(5)
    const text = (await textsIn(lang)).join('\n')
    expect(text).toContain(codeMinutes[lang])
    expect(text).toContain(stops[lang])
  })

  it('state the data use that the trip form and the picks assume', async () => {
    const text = (await postsIn(lang)).map(plain).join('\n')
    const gigabytes = (mb: number) =>
      formatNumber(lang, Math.round((mb / megabytesInGigabyte) * 10) / 10)
    for (const phrase of [
      dailyData[lang].light(gigabytes(dailyUse.light)),
      dailyData[lang].work(gigabytes(dailyUse.work)),
      dailyData[lang].unstated(gigabytes(usualThreshold)),
    ])
      expect(text).toContain(phrase)
    const unit = { en: 'GB a day', ru: 'ГБ в день' }[lang]
    const light = `${gigabytes(dailyUse.light)} ${unit}`
    expect(articlesIn(lang).map(plain).join('\n')).toContain(`${lightUse[lang]} ${light}`)
    expect(text).toContain(`- ${light} (`)
  })

  it('quote only names that the shop or a phone shows', async () => {
    const shown = new Set([
      ...stringsOf(content.words[lang]).map(plain),
      ...otherQuotes[lang].split('|').map((name) => name.trim()),
    ])
    const texts = [...(await postsIn(lang)), ...articlesIn(lang)].map(plain)
    const quoted = texts.flatMap((text) =>
      Array.from(text.matchAll(quotes[lang]), ([, name = '']) => name),
    )
    expect(quoted.length).toBeGreaterThan(20)
    expect(quoted.filter((name) => !shown.has(name))).toEqual([])
  })
})
