import { installLinks } from '../../domain/activation-code.ts'
import type { Words } from '../../locale/words.ts'
import { activationRows } from './letter-text.ts'
import { styles } from './letter-style.ts'
import type { Activation } from './letter.ts'

/** An eSIM with the picture of its QR code. `size` is in CSS pixels. */
export type ShownEsim = Activation & {
  readonly picture: { readonly src: string; readonly size: number }
}

/** The QR code, an install button for iOS and Android, and the codes for manual entry. */
export function EsimPanel({ esim, words }: { esim: ShownEsim; words: Words }) {
  const { code, isSample, picture } = esim
  const links = installLinks(code)
  return (
    <div className="line" style={styles.panel}>
      {isSample && (
        <p className="good" style={styles.stamp}>
          {words('instruction.sample')}
        </p>
      )}
      <img
        src={picture.src}
        width={picture.size}
        height={picture.size}
        alt={words('instruction.qrLabel')}
        style={styles.picture}
        // Prevents a preload by React, which mail programs do not support.
        fetchPriority="low"
      />
      <p className="ink" style={styles.caption}>
        {words('instruction.qrTitle')}
      </p>
      {links && <InstallButtons links={links} words={words} />}
      <p className="soft" style={styles.note}>
        {words(links ? 'instruction.byHand' : 'instruction.byHandOnly')}
      </p>
      <Codes code={code} words={words} />
    </div>
  )
}

type InstallProps = {
  readonly links: NonNullable<ReturnType<typeof installLinks>>
  readonly words: Words
}

function InstallButtons({ links, words }: InstallProps) {
  return (
    <>
      <p className="soft" style={styles.note}>
        {words('mail.onThisPhone')}
      </p>
      <a className="ink edge" style={styles.install} href={links.ios}>
        {words('instruction.installIOS')}
      </a>
      <p className="soft" style={styles.hint}>
        {words('instruction.installIOSHint')}
      </p>
      <a className="ink edge" style={styles.install} href={links.android}>
        {words('instruction.installAndroid')}
      </a>
      <p className="soft" style={styles.hint}>
        {words('instruction.installAndroidHint')}
      </p>
    </>
  )
}

function Codes({ code, words }: Pick<ShownEsim, 'code'> & { readonly words: Words }) {
  return activationRows(code, words).map(({ label, value }) => (
    <div key={label}>
      <p className="soft" style={styles.codeLabel}>
        {label}
      </p>
      <p className="ink" style={styles.codeValue}>
        {value}
      </p>
    </div>
  ))
}
