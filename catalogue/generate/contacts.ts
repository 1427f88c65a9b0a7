type Contacts = { readonly website: string; readonly supportPhone: string }

/**
 * Public websites of well-known operators, and their numbers for calls from abroad if a published
 * source lists them. The operators have not confirmed this data.
 */
const known = `
ru-mts https://mts.ru +74957660166
ru-megafon https://megafon.ru
ru-beeline https://beeline.ru
ru-tele2 https://t2.ru
tr-turkcell https://www.turkcell.com.tr
tr-vodafone https://www.vodafone.com.tr
tr-turk-telekom https://www.turktelekom.com.tr
gb-ee https://ee.co.uk +447953966250
gb-o2 https://www.o2.co.uk
gb-vodafone https://www.vodafone.co.uk +447836191191
gb-3 https://www.three.co.uk
us-t-mobile https://www.t-mobile.com
us-verizon https://www.verizon.com
us-at-and-t https://www.att.com
th-ais https://www.ais.th
th-dtac https://www.dtac.co.th
th-truemove-h https://www.true.th
fr-orange https://www.orange.fr
fr-sfr https://www.sfr.fr
fr-free https://mobile.free.fr
fr-bouygues https://www.bouyguestelecom.fr
de-telekom https://www.telekom.de
de-vodafone https://www.vodafone.de
de-o2 https://www.o2online.de
es-movistar https://www.movistar.es
es-orange https://www.orange.es
es-vodafone https://www.vodafone.es
es-yoigo https://www.yoigo.com
it-tim https://www.tim.it
it-vodafone https://www.vodafone.it
it-windtre https://www.windtre.it
it-iliad https://www.iliad.it
at-a1 https://www.a1.net
at-magenta https://www.magenta.at
ch-swisscom https://www.swisscom.ch
ch-sunrise https://www.sunrise.ch
ch-salt https://www.salt.ch
nl-kpn https://www.kpn.com
nl-vodafone https://www.vodafone.nl
be-proximus https://www.proximus.be
be-orange-belgium https://www.orange.be
pt-meo https://www.meo.pt
pt-nos https://www.nos.pt
pt-vodafone https://www.vodafone.pt
gr-cosmote https://www.cosmote.gr
gr-vodafone https://www.vodafone.gr
pl-orange https://www.orange.pl
pl-play https://www.play.pl
pl-plus https://www.plus.pl
pl-t-mobile https://www.t-mobile.pl
cz-o2 https://www.o2.cz
cz-t-mobile https://www.t-mobile.cz
cz-vodafone https://www.vodafone.cz
rs-mt-s https://mts.rs
rs-yettel https://www.yettel.rs
ge-magti https://www.magticom.ge
am-ucom https://www.ucom.am
kz-beeline https://beeline.kz
kz-kcell https://www.kcell.kz
kz-altel https://altel.kz
uz-beeline https://beeline.uz
uz-ucell https://ucell.uz
by-a1 https://www.a1.by
by-mts https://www.mts.by
by-life https://www.life.com.by
ae-etisalat https://www.etisalat.ae
ae-du https://www.du.ae
sa-mobily https://www.mobily.com.sa
sa-zain-sa https://sa.zain.com
il-cellcom https://www.cellcom.co.il
il-partner https://www.partner.co.il
il-pelephone https://www.pelephone.co.il
eg-orange https://www.orange.eg
eg-vodafone https://web.vodafone.com.eg
eg-we https://te.eg
ma-inwi https://inwi.ma
ma-iam https://www.iam.ma
ma-orange-morocco https://www.orange.ma
jp-ntt-docomo https://www.docomo.ne.jp
jp-softbank https://www.softbank.jp
jp-au https://www.au.com
jp-rakuten-mobile https://network.mobile.rakuten.co.jp
kr-kt https://www.kt.com
kr-sktelecom https://www.sktelecom.com
kr-lg-u-plus https://www.lguplus.com
cn-china-mobile https://www.chinamobileltd.com
cn-china-unicom https://www.chinaunicom.com
cn-china-telecom https://www.chinatelecom-h.com
hk-smartone https://www.smartone.com
hk-3 https://www.three.com.hk
sg-singtel https://www.singtel.com
sg-starhub https://www.starhub.com
sg-m1 https://www.m1.com.sg
my-maxis https://www.maxis.com.my
id-telkomsel https://www.telkomsel.com
vn-viettel-mobile https://vietteltelecom.vn
vn-mobifone https://www.mobifone.vn
ph-globe https://www.globe.com.ph
ph-smart https://smart.com.ph
in-airtel https://www.airtel.in
in-jio https://www.jio.com
lk-dialog https://www.dialog.lk
mv-dhiraagu https://www.dhiraagu.com.mv
mv-ooredoo https://www.ooredoo.mv
au-telstra https://www.telstra.com.au
au-optus https://www.optus.com.au
au-vodafone https://www.vodafone.com.au
nz-spark https://www.spark.co.nz
nz-2degrees https://www.2degrees.nz
ca-bell https://www.bell.ca
ca-rogers https://www.rogers.com
ca-telus https://www.telus.com
mx-telcel https://www.telcel.com
mx-at-and-t https://www.att.com.mx
br-vivo https://www.vivo.com.br
br-claro https://www.claro.com.br
br-tim https://www.tim.com.br
ar-claro https://www.claro.com.ar
ar-personal https://www.personal.com.ar
za-vodacom https://www.vodacom.co.za
za-mtn https://www.mtn.co.za
`

const contactsByIdent: ReadonlyMap<string, Contacts> = new Map(
  known
    .trim()
    .split('\n')
    .map((line) => {
      const [ident = '', website = '', supportPhone = ''] = line.split(' ')
      return [ident, { website, supportPhone }]
    }),
)

/** Returns empty strings for an unknown operator. */
export function contactsOf(ident: string): Contacts {
  return contactsByIdent.get(ident) ?? { website: '', supportPhone: '' }
}
