// SPDX-License-Identifier: MIT

import ArgumentParser
import CallClient
import ConfigurationText
import Glibc

struct NewApp: Command {
    static let configuration = CommandConfiguration(
        commandName: "new-app",
        abstract: "Make a Swift package of a calling app.",
        discussion: """
            The package has the app, which pushes, links and lists of calls start, and its call directory extension. It \
            is small, and its calls have no other side yet: your code replaces that. Makefile builds it, and puts the \
            programs and their desktop and D-Bus service files at their places.

            The command needs the Swift library, and the package needs Swift 6.3.

            EXAMPLE
              monkeycall new-app Phone --id org.example.Phone
            """)

    @Argument(help: "The name of the app, which is also that of a Swift module: letters and digits.")
    var name: String
    @Option(help: "The app's id, which is its name on the bus and of its desktop file (default: org.example.NAME).")
    var id: String?
    @Option(help: "The folder to make (default: NAME).", completion: .directory)
    var folder: String?
    @OptionGroup var bus: BusOptions

    func validate() throws {
        guard AppNames.isModule(name) else {
            throw ValidationError(
                "'\(name.printable)' is no name of a Swift module; use letters, digits and _, with a letter first")
        }
        guard AppNames.isIdentifier(names.id) else {
            throw ValidationError(
                """
                '\(names.id.printable)' is no name of D-Bus for an app; use words of letters, digits, _ and - with a \
                dot between them, as in org.example.Phone
                """)
        }
    }

    func perform() throws(Failure) {
        let folder = folder ?? name
        try AppTemplate().copy(to: folder, names)
        let next =
            "Build it, and install it for you: make -C \(folder) all install. The first build needs the network."
        say(
            "\(names.id) is in \(folder). \(next)", json: ("Folder", .string(folder)), ("Identifier", .string(names.id))
        )
    }

    private var names: AppNames { AppNames(name: name, id: id ?? "org.example.\(name)") }
}

/// The package in Examples/NewApp, as it is installed.
struct AppTemplate {
    private let share = Installation.share
    private var folder: String { share + "/monkeycall/new-app" }

    /// Makes the folder, and a copy of the package in it.
    func copy(to target: String, _ names: AppNames) throws(Failure) {
        guard FolderEntries.names(in: folder) != nil else {
            let message =
                "There is no \(folder); install the Swift library: the package libswift-callkit-dev or swift-callkit-devel"
            throw Failure(.usage, "InputFailed", message)
        }
        guard mkdir(target, 0o777) == 0 else {
            let reason = String(cString: strerror(errno))
            let message = "Cannot make the folder \(target): \(reason); name another one with --folder"
            throw Failure(.output, "OutputFailed", message)
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
            throw Failure(.usage, "InputFailed", "\(folder + path): \(error.message)")
        }
    }

    private func write(_ text: String, to path: String, _ names: AppNames) throws(Failure) {
        // The template uses the library of the checkout that it is in.
        let text = names.replacingTemplate(in: text)
            .replacing(#""../../Companions""#, with: #""\#(share)/swift/monkeycall-companions""#)
            .replacing(#""../..""#, with: #""\#(share)/swift/monkeycall""#)
        do throws(UnwritableFile) { try TextFile.write(text, to: path, isPrivate: false) } catch {
            throw Failure(.output, "OutputFailed", "\(path): \(error.message)")
        }
    }
}

/// The names in the sources of an app.
struct AppNames {
    /// Of the Swift module, and for people.
    let name: String
    /// On the bus, and of the desktop file.
    let id: String

    /// The names in the template.
    private static let template = AppNames(name: "NewApp", id: "org.example.NewApp")
    /// The longest name on the bus, of the app's extension.
    private static let longest = 255 - ".BlockList".utf8.count

    /// Whether Swift can import a module with that name.
    static func isModule(_ name: String) -> Bool {
        name.first?.isASCIILetter == true && name.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == "_" }
    }

    /// Whether an app can own that name on the bus.
    static func isIdentifier(_ id: String) -> Bool {
        let words = id.split(separator: ".", omittingEmptySubsequences: false)
        return words.count > 1 && id.utf8.count <= longest
            && words.allSatisfy { word in
                word.first?.isASCIIDigit == false
                    && word.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_-".contains($0) }
            }
    }

    /// A text of the template, or the name of a file in it, with these names.
    func replacingTemplate(in text: String) -> String {
        text.split(separator: Self.template.id, omittingEmptySubsequences: false)
            .map { $0.replacing(Self.template.name, with: name) }
            .joined(separator: id)
    }
}

extension Character {
    fileprivate var isASCIILetter: Bool { isASCII && isLetter }
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
