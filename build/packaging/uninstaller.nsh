; Removes what the app itself has registered: links of its scheme (setAsDefaultProtocolClient in electron/main.ts).
; An update runs this script, too; the new version registers the scheme again when it starts.
!macro customUnInstall
  DeleteRegKey HKCU "Software\Classes\decktop"
!macroend
