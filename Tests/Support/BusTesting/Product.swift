// SPDX-License-Identifier: MIT

import Foundation

/// The programs of the package that `swift test` has built.
public enum Product {
    /// The path of an executable product.
    ///
    /// - Throws: a ``SupportError`` when it was not built: the test target must depend on it
    public static func path(_ name: String) throws -> String {
        let paths = [folder, mainFolder].compactMap { $0?.appendingPathComponent(name).path }
        guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
            throw SupportError("\(name) is not in \(folder.path): build it, or let the test target depend on it")
        }
        return path
    }

    /// The command that starts a program with the restrictions of its systemd unit, without systemd.
    public static func underUnit(_ name: String) throws -> [String] {
        try [
            "/usr/bin/python3", Repository.file("Tests/Support/Units/under-unit").path,
            Repository.file("systemd/\(name).service").path, path(name),
        ]
    }

    /// The folder of the main build, whose programs the tests of another package start; nil = these tests are of the
    /// main build.
    private static let mainFolder = ProcessInfo.processInfo.environment["MONKEYCALL_PROGRAMS"].map {
        URL(fileURLWithPath: $0)
    }

    /// The folder of the build products: that of the test bundle, which is the running program, or (on toolchains with
    /// a testing helper) the file that the helper's option names.
    private static let folder: URL = {
        let arguments = ProcessInfo.processInfo.arguments
        if let option = arguments.firstIndex(of: "--test-bundle-path"), arguments.indices.contains(option + 1) {
            return URL(fileURLWithPath: arguments[option + 1]).deletingLastPathComponent()
        }
        let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? arguments[0]
        return URL(fileURLWithPath: own).deletingLastPathComponent()
    }()
}
