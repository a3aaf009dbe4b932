// SPDX-License-Identifier: MIT

public import Foundation

/// The checkout from which the tests were built.
public enum Repository {
    /// Its root folder, where `Package.swift` is.
    public static let root: URL = {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder
    }()

    /// The number of the release, from the first heading of NEWS.md.
    public static func version() throws -> String {
        let heading = try String(contentsOf: file("NEWS.md"), encoding: .utf8).firstMatch(of: /## (\d+)/)
        return try heading.map { String($0.1) } ?? { throw SupportError("NEWS.md has no heading of a version") }()
    }

    /// A file by its path from the root, e.g. `dbus/org.monkeycall.CallManager.xml`.
    ///
    /// - Throws: a ``SupportError`` when it does not exist
    public static func file(_ path: String) throws -> URL {
        let url = root.appendingPathComponent(path)
        guard FileManager.default.fileExists(atPath: url.path) else {
            throw SupportError("\(path) is not in \(root.path)")
        }
        return url
    }

    /// The files of a folder whose name ends in `.extension`, sorted by name.
    public static func files(in folder: String, extension ending: String) throws -> [URL] {
        let urls = try FileManager.default.contentsOfDirectory(
            at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)
        return urls.filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }
    }
}
