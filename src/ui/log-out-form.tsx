import { useSite } from './site.tsx'

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
