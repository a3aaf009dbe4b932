// SPDX-License-Identifier: MIT

public import Foundation
internal import Glibc

/// The computer.
@preconcurrency @MainActor
public final class UIDevice: NSObject {
    /// This computer.
    public static let current = UIDevice()

    /// The name of the host.
    public nonisolated var name: String { Self.system { withUnsafePointer(to: $0.nodename) { Self.text($0) } } }

    /// The model that the manufacturer wrote into the firmware, or `Linux`.
    public nonisolated var model: String {
        let file = try? String(contentsOfFile: "/sys/devices/virtual/dmi/id/product_name", encoding: .utf8)
        let model = file?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        return model.isEmpty ? "Linux" : model
    }

    /// The same as ``model``.
    public nonisolated var localizedModel: String { model }

    /// `Linux`
    public nonisolated var systemName: String { Self.system { withUnsafePointer(to: $0.sysname) { Self.text($0) } } }

    /// The version of the kernel.
    public nonisolated var systemVersion: String { Self.system { withUnsafePointer(to: $0.release) { Self.text($0) } } }

    /// An identifier of this app for this user, which stays the same. The app keeps it in `~/.local/state`, in a folder
    /// with the name of the program. nil if it cannot be kept.
    public nonisolated var identifierForVendor: UUID? { VendorIdentifier.own }

    /// Unspecified: windows have every size.
    public nonisolated var userInterfaceIdiom: UIUserInterfaceIdiom { .unspecified }

    /// Linux has no such sensor for apps. Stored only.
    public var isProximityMonitoringEnabled = false
    /// Always false.
    public var proximityState: Bool { false }

    private nonisolated static func system<Result>(_ read: (utsname) -> Result) -> Result {
        var system = utsname()
        uname(&system)
        return read(system)
    }

    private nonisolated static func text(_ field: UnsafePointer<some Any>) -> String {
        String(cString: UnsafeRawPointer(field).assumingMemoryBound(to: CChar.self))
    }
}

/// The kind of device.
public enum UIUserInterfaceIdiom: Int, Sendable {
    /// Not known.
    case unspecified = -1
    /// One of Apple's devices.
    case phone, pad, tv, carPlay
    /// A computer.
    case mac = 5
    /// One of Apple's devices.
    case vision
}

/// The identifier of an app for a user, in a file of the app's state folder.
enum VendorIdentifier {
    static let own = read(ProcessInfo.processInfo.environment, program: ProcessInfo.processInfo.processName)

    /// nil if it cannot be kept.
    static func read(_ environment: [String: String], program: String) -> UUID? {
        let home = environment["HOME"].map { $0 + "/.local/state" }
        guard let state = environment["XDG_STATE_HOME"].flatMap({ $0.hasPrefix("/") ? $0 : nil }) ?? home else {
            return nil
        }
        let folder = URL(fileURLWithPath: state).appendingPathComponent(program)
        let file = folder.appendingPathComponent("identifier-for-vendor")
        if let known = known(file) { return known }
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            // A file that is complete when it gets its name, and does not replace that of another process of the app.
            let new = folder.appendingPathComponent("identifier-for-vendor.\(UUID().uuidString)")
            try Data(UUID().uuidString.utf8).write(to: new)
            defer { try? FileManager.default.removeItem(at: new) }
            do {
                try FileManager.default.linkItem(at: new, to: file)
            } catch  where known(file) == nil {
                // A damaged file.
                try Data(contentsOf: new).write(to: file, options: .atomic)
            }
        } catch {
            return known(file)
        }
        return known(file)
    }

    private static func known(_ file: URL) -> UUID? {
        (try? String(contentsOf: file, encoding: .utf8)).flatMap {
            UUID(uuidString: $0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }
}
