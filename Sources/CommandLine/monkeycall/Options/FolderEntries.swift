// SPDX-License-Identifier: MIT
import SystemFiles

/// The files and folders in a folder.
enum FolderEntries {
    /// Their names without the hidden ones; nil if the path is no folder that can be read.
    static func names(in folder: String) -> [String]? {
        FileNames.list(in: folder)?.filter { !$0.hasPrefix(".") }
    }
}
