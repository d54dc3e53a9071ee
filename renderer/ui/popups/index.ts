/** All that opens above a view; see ../popup-code.ts. */
export { ContextMenuParts, MenuParts } from './Menu.tsx';
export { PickerParts } from './Picker.tsx';
export { PopoverAtParts, PopoverParts } from './Popover.tsx';
export { SelectParts } from './Select.tsx';
export { TipParts } from './Tip.tsx';
export { ToastParts } from './Toasts.tsx';
