// SPDX-License-Identifier: MIT

import Foundation

/// Finds pictures of an app by their names.
enum ImageFile {
    static func find(_ name: String, in bundle: Bundle?) -> URL? {
        places(bundle).lazy.compactMap { file(name, in: $0) ?? catalogFile(name, in: $0) }.first
    }

    private static func places(_ bundle: Bundle?) -> [URL] {
        if let bundle { return [bundle.resourceURL ?? bundle.bundleURL] }
        let main = Bundle.main
        let folder = main.executableURL?.deletingLastPathComponent() ?? main.bundleURL
        let resources = entries(of: folder).filter { $0.pathExtension == "resources" }
        return [main.resourceURL, folder].compactMap { $0 } + resources
    }

    private static func file(_ name: String, in folder: URL) -> URL? {
        // The largest of the sizes that iOS chooses among.
        let names =
            [name] + ["@3x", "@2x", ""].flatMap { scale in ["png", "jpg", "jpeg"].map { "\(name)\(scale).\($0)" } }
        return names.map { folder.appendingPathComponent($0) }.first {
            var isFolder = ObjCBool(false)
            return FileManager.default.fileExists(atPath: $0.path, isDirectory: &isFolder) && !isFolder.boolValue
        }
    }

    /// A catalog may have groups: folders in folders. The name of a picture in an image set is free.
    private static func catalogFile(_ name: String, in folder: URL) -> URL? {
        let catalogs = entries(of: folder).filter { $0.pathExtension == "xcassets" }
        let sets = catalogs.lazy.compactMap { catalog in
            FileManager.default.enumerator(at: catalog, includingPropertiesForKeys: nil)?
                .first { ($0 as? URL)?.lastPathComponent == "\(name).imageset" } as? URL
        }
        guard let set = sets.first else { return nil }
        let files = entries(of: set).filter { ["png", "jpg", "jpeg"].contains($0.pathExtension.lowercased()) }
        return files.max { size(of: $0) < size(of: $1) }
    }

    private static func entries(of folder: URL) -> [URL] {
        let entries = try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        return (entries ?? []).sorted { $0.path < $1.path }
    }

    private static func size(of file: URL) -> Int {
        (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
    }
}
