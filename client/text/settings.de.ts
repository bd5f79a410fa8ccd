import type { SettingsCopy } from './settings.en.ts';

export const settingsDe: SettingsCopy = {
  settings: {
    title: 'Konto',
    lead: 'Ihr Name, Ihr Passwort und wo Sie angemeldet sind.',
    profile: 'Profil',
    email: 'E-Mail',
    name: 'Name',
    saveName: 'Namen speichern',
    nameSaved: 'Ihr Name ist gespeichert.',
    password: 'Passwort',
    current: 'Jetziges Passwort',
    next: 'Neues Passwort',
    changePassword: 'Passwort ändern',
    passwordChanged: 'Ihr Passwort ist geändert. Andere Sitzungen bleiben angemeldet, bis Sie sie unten abmelden.',
    wrongPassword: 'Das ist nicht Ihr jetziges Passwort.',
    newPassword: 'Geben Sie ein neues Passwort ein.',
    sessions: 'Sitzungen',
    thisSession: 'Diese Sitzung',
    unknownDevice: 'Unbekannter Browser',
    device: (browser, system) => `${browser} auf ${system}`,
    since: (time) => `Angemeldet ${time}`,
    signOutOthers: 'Andere Sitzungen abmelden',
    othersSignedOut: 'Alle anderen Sitzungen sind abgemeldet.',
    onlyThis: 'Sie sind sonst nirgends angemeldet.',
  },
};
