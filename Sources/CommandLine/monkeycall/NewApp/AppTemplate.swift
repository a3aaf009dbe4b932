// SPDX-License-Identifier: MIT
import ConfigurationText
import Glibc

/// The package in Examples/NewApp, as it is installed.
struct AppTemplate {
    private let share = Installation.share
    private var folder: String { share + "/monkeycall/new-app" }

    /// Makes the folder, and a copy of the package in it.
    func copy(to target: String, _ names: AppNames) throws(Failure) {
        guard FolderEntries.names(in: folder) != nil else {
            let message =
                "There is no \(folder); install the Swift library: the package libswift-callkit-dev or swift-callkit-devel"
            throw Failure(status: .usage, name: "InputFailed", message: message.printable)
        }
        guard mkdir(target, 0o777) == 0 else {
            let reason = String(cString: strerror(errno))
            throw Self.unwritable("Cannot make the folder \(target): \(reason); name another one with --folder")
        }
        try copy("", to: target, names)
    }

    /// Copies a folder of the template, whose path begins with a slash.
    private func copy(_ path: String, to target: String, _ names: AppNames) throws(Failure) {
        for name in FolderEntries.names(in: folder + path) ?? [] {
            let path = path + "/" + name
            if FolderEntries.names(in: folder + path) == nil {
                try write(read(path), to: target + names.replacingTemplate(in: path), names)
            } else {
                try copy(path, to: target, names)
            }
        }
    }

    private func read(_ path: String) throws(Failure) -> String {
        do throws(UnreadableFile) { return try TextFile.read(folder + path) ?? "" } catch {
            throw Failure(status: .usage, name: "InputFailed", message: "\(folder + path): \(error.message)".printable)
        }
    }

    private func write(_ text: String, to path: String, _ names: AppNames) throws(Failure) {
        // The template uses the library of the checkout that it is in.
        let text = names.replacingTemplate(in: text)
            .replacing(#""../../Companions""#, with: #""\#(share)/swift/monkeycall-companions""#)
            .replacing(#""../..""#, with: #""\#(share)/swift/monkeycall""#)
        do throws(UnwritableFile) { try TextFile.write(text, to: path, isPrivate: false) } catch {
            throw Self.unwritable("\(path): \(error.message)")
        }
    }

    private static func unwritable(_ message: String) -> Failure {
        Failure(status: .output, name: "OutputFailed", message: message.printable)
    }
}
