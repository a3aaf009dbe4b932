// SPDX-License-Identifier: MIT

import Foundation

/// A catalogue of `po/`, compiled into a folder as `share/locale` is.
public final class CompiledCatalogue {
    private let folder: TemporaryDirectory

    /// `language` is the name of the file without `.po`.
    public init(_ language: String) throws {
        folder = try TemporaryDirectory()
        let messages = folder.url.appendingPathComponent("\(language)/LC_MESSAGES")
        try FileManager.default.createDirectory(at: messages, withIntermediateDirectories: true)
        let compiled = try ChildProcess.run([
            "msgfmt", "-o", messages.appendingPathComponent("monkeycall.mo").path,
            Repository.file("po/\(language).po").path,
        ])
        guard compiled.succeeded else { throw SupportError("msgfmt cannot compile po/\(language).po") }
    }

    /// For the option `--locale` of the programs.
    public var path: String { folder.url.path }
}
