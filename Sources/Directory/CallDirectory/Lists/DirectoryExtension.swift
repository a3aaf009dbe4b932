// SPDX-License-Identifier: MIT

import CallInterface
import ConfigurationText
import SDBus
import SystemFiles

/// A call directory extension, as a desktop file declares it.
struct DirectoryExtension: Hashable, Sendable {
    /// The name on the bus.
    let busName: BusName
    /// The same, which is also the name of the source, and that of the desktop file without `.desktop`.
    var id: String { busName.text }
    /// The name for people.
    let name: String

    /// The object that implements the extension.
    var path: ObjectPath { ObjectPath(ofProgram: busName) }

    /// Nil if the desktop file declares no extension.
    init?(id: String, desktopFile text: String) {
        guard let values = KeyFile(text)["[Desktop Entry]"],
            values["Implements"]?.split(separator: ";").contains(Substring(DirectoryName.extension.text)) == true,
            values["DBusActivatable"] == "true", values["Hidden"] != "true",
            let busName = BusName(id), !id.hasPrefix(":")
        else { return nil }
        self.busName = busName
        name = values["Name"] ?? id
    }
}

/// The desktop files that declare extensions. They are read when a request is about them, because such requests are
/// rare.
package struct ExtensionFiles: Sendable {
    /// The folders `applications`, the most important one first.
    private let folders: [String]
    private static let suffix = ".desktop"
    private static let mostBytes = 64 << 10

    /// The folders of the user (XDG Base Directory Specification). `home` is `~/.local/share`; nil = the user has none.
    package init(home: String?, environment: [String: String]) {
        let shared = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
        let data = (home.map { [$0] } ?? []) + shared.split(separator: ":").map(String.init)
        folders = data.filter { $0.hasPrefix("/") }.map { $0 + "/applications/" }
    }

    /// The extension with this id. A file hides those of the same name in later folders.
    func find(_ id: String) -> DirectoryExtension? {
        guard !id.contains("/"), let text = folders.lazy.compactMap({ Self.text(of: $0 + id + Self.suffix) }).first
        else { return nil }
        return DirectoryExtension(id: id, desktopFile: text)
    }

    /// All extensions by id.
    func all() -> [DirectoryExtension] {
        let ids = folders.reduce(into: Set<String>()) { ids, folder in ids.formUnion(Self.ids(in: folder)) }
        return ids.sorted().compactMap { find($0) }
    }

    private static func ids(in folder: String) -> [String] {
        (FileNames.list(in: folder) ?? []).compactMap { name in
            guard name.hasSuffix(suffix), name.utf8.count > suffix.utf8.count else { return nil }
            let id = String(name.dropLast(suffix.count))
            // An id of an extension has a dot.
            return id.contains(".") ? id : nil
        }
    }

    /// The beginning of a file; nil if it cannot be read.
    private static func text(of path: String) -> String? {
        guard let file = RegularFile(path) else { return nil }
        return String(decoding: file.bytes(upTo: mostBytes) ?? [], as: UTF8.self)
    }
}
