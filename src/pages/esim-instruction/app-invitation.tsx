import { useSite } from '../../ui/site.tsx'

export function AppInvitation() {
  const { words, brand } = useSite()
  const { appStoreURL, googlePlayURL } = brand
  if (appStoreURL === null && googlePlayURL === null) return null
  return (
    <section id="app">
      <h2>{words('instruction.appTitle')}</h2>
      <p>{words('instruction.appText', { brand: brand.name })}</p>
      <p className="actions">
        {appStoreURL !== null && (
          <a className="button quiet" href={appStoreURL} rel="noopener">
            {words('layout.appStore')}
          </a>
        )}
        {googlePlayURL !== null && (
          <a className="button quiet" href={googlePlayURL} rel="noopener">
            {words('layout.googlePlay')}
          </a>
        )}
      </p>
    </section>
  )
}

export function AppLink() {
  const { words, brand } = useSite()
  if (brand.appStoreURL === null && brand.googlePlayURL === null) return null
  return (
    <li>
      <a href="#app" data-dialog="app">
        {words('instruction.app')}
      </a>
    </li>
  )
}
