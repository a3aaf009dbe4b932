// SPDX-License-Identifier: MIT

public import Foundation

/// The bytes of a picture. Linux decodes no pictures here: a toolkit does.
public final class UIImage: NSObject, Sendable {
    private let data: Data

    /// nil if the data is neither a PNG nor a JPEG.
    public init?(data: Data) {
        guard data.starts(with: Self.pngSignature) || data.starts(with: Self.jpegSignature) else { return nil }
        self.data = data
    }

    /// The picture in that file. nil if it cannot be read, or is neither a PNG nor a JPEG.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// The picture of that name in the app: see ``init(named:in:compatibleWith:)``.
    public convenience init?(named name: String) { self.init(named: name, in: nil) }

    /// The picture of that name, with or without its suffix, in the first of these places that has it: the bundle; the
    /// folder of the program; the folders of resources that SwiftPM puts beside the program (`Phone_Phone.resources`).
    /// In each place, a file, or an image set of an asset catalog that was copied there: `resources:
    /// [.copy("Assets.xcassets")]`.
    public convenience init?(named name: String, in bundle: Bundle?, compatibleWith traits: Never? = nil) {
        guard let file = ImageFile.find(name, in: bundle) else { return nil }
        self.init(contentsOfFile: file.path)
    }

    /// The picture of a literal: `#imageLiteral(resourceName: "Icon")`. Unlike on Apple's systems a picture that is
    /// missing is an empty one, which has no PNG.
    public init(imageLiteralResourceName name: String) {
        data = ImageFile.find(name, in: nil).flatMap { FileManager.default.contents(atPath: $0.path) } ?? Data()
    }

    /// There are no symbols of Apple on Linux: always nil.
    public convenience init?(systemName: String) { return nil }

    /// The PNG that this image was made of; nil for a JPEG.
    public func pngData() -> Data? { data.starts(with: Self.pngSignature) ? data : nil }

    /// The JPEG that this image was made of; nil for a PNG. The quality has no effect.
    public func jpegData(compressionQuality: Double) -> Data? { data.starts(with: Self.jpegSignature) ? data : nil }

    private static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let jpegSignature: [UInt8] = [0xFF, 0xD8, 0xFF]
}

extension UIImage: _ExpressibleByImageLiteral {}

/// The type of `#imageLiteral`.
public typealias _ImageLiteralType = UIImage

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
