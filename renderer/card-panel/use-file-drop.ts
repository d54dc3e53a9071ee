/** Lets a person drop files anywhere on the card panel. */
import { type DragEvent, useState } from 'react';

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

export function useFileDrop(onFiles: (files: readonly File[]) => void) {
  const [isDraggingFiles, setIsDraggingFiles] = useState(false);
  const fileDropListeners = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setIsDraggingFiles(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsDraggingFiles(false);
    },
    onDrop: (event: DragEvent) => {
      setIsDraggingFiles(false);
      if (!hasFiles(event) || event.defaultPrevented) return;
      event.preventDefault();
      onFiles([...event.dataTransfer.files]);
    },
  };
  return { isDraggingFiles, fileDropListeners };
}
