import { useSite } from './site.tsx'

/** Signs out; what the browser has kept of the visitor goes with it (`data-logout`: the service worker is told). */
export function LogOutForm({ action }: { action: string }) {
  const { words } = useSite()
  return (
    <form method="post" action={action} data-logout>
      <button className="button quiet" name="action" value="log-out">
        {words('account.logOut')}
      </button>
    </form>
  )
}
