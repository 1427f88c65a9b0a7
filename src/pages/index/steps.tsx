import type { ReactNode } from 'react'
import { currenciesText } from '../../locale/tariff-words.ts'
import { useSite } from '../../ui/site.tsx'
import { CardDrawing, CodeDrawing, PassDrawing } from './step-drawings.tsx'

/** Shows three drawn steps, from the choice of a plan to a phone that connects. */
export function Steps() {
  const site = useSite()
  const { words } = site
  return (
    <section>
      <h2>{words('home.howTitle')}</h2>
      <ol className="steps">
        <Step title={words('home.howChoose')} text={words('home.howChooseText')}>
          <PassDrawing />
        </Step>
        <Step
          title={words('home.howPay')}
          text={words('home.howPayText', { currencies: currenciesText(site) })}
        >
          <CardDrawing />
        </Step>
        <Step title={words('home.howScan')} text={words('home.howScanText')}>
          <CodeDrawing />
        </Step>
      </ol>
    </section>
  )
}

type StepProps = { readonly title: string; readonly text: string; readonly children: ReactNode }

function Step({ title, text, children }: StepProps) {
  return (
    <li>
      <svg
        viewBox="0 0 96 96"
        fill="none"
        stroke="var(--line)"
        strokeWidth="2"
        strokeLinecap="round"
        aria-hidden="true"
      >
        {children}
      </svg>
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  )
}
