// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// `monkeycall new-app`. The tests of the companion modules run the app that it makes, and `make check-package` builds
/// one.
@Suite struct CommandLineNewAppTests {
    private let folder: TemporaryDirectory
    private let program: String

    /// The program beside the template, as they are installed.
    init() throws {
        folder = try TemporaryDirectory()
        let (programs, share) = (folder.url.appendingPathComponent("bin"), folder.url.appendingPathComponent("share"))
        for folder in [programs, share.appendingPathComponent("monkeycall")] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            at: share.appendingPathComponent("monkeycall/new-app"),
            withDestinationURL: Repository.file("Examples/NewApp"))
        program = programs.appendingPathComponent("monkeycall").path
        // A copy by another process, because the kernel executes no file that is open for writing.
        #expect(try ChildProcess.run(["cp", Product.path("monkeycall"), program]).succeeded)
    }

    private func newApp(_ arguments: String...) throws -> CommandResult {
        try ChildProcess.run(["sh", "-c", #"cd "$0" && exec "$@""#, folder.url.path, program, "new-app"] + arguments)
    }

    private func files(in package: String) throws -> [String] {
        let root = folder.url.appendingPathComponent(package).path
        return try #require(FileManager.default.enumerator(atPath: root)).compactMap { $0 as? String }.sorted()
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: folder.url.appendingPathComponent(path), encoding: .utf8)
    }

    @Test func `The package has the names of the app in each file, and the paths of the installed library`() throws {
        let result = try newApp("Phone", "--id", "com.example.NewApp-2")
        #expect(result.succeeded && result.output.hasPrefix("com.example.NewApp-2 is in Phone. "))
        let names = try files(in: "Phone")
        #expect(names.contains("Files/com.example.NewApp-2.BlockList.service"))
        for name in names {
            var isFolder: ObjCBool = false
            let path = folder.url.appendingPathComponent("Phone/\(name)").path
            _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
            if isFolder.boolValue { continue }
            let others = try (name + text("Phone/\(name)")).replacing("com.example.NewApp-2", with: "")
            #expect(!others.contains("NewApp"), "\(name)")
        }
        let manifest = try text("Phone/Package.swift")
        let library = folder.url.path + "/share/swift/monkeycall"
        #expect(manifest.contains(#"path: "\#(library)")"#) && manifest.contains(#"path: "\#(library)-companions")"#))
        #expect(try text("Phone/Sources/PhoneBlockList/main.swift").contains(#""com.example.NewApp-2.BlockList""#))
    }

    @Test func `The default id is one of an example, and the template keeps its own names`() throws {
        #expect(try newApp("NewApp", "--folder", "copy").succeeded)
        let template = try Repository.file("Examples/NewApp")
        for file in ["Makefile", "Files/org.example.NewApp.desktop", "Sources/NewApp/AppDelegate.swift"] {
            #expect(
                try text("copy/\(file)") == String(contentsOf: template.appendingPathComponent(file), encoding: .utf8))
        }
    }

    @Test func `With --json the command prints the folder and the id`() throws {
        let result = try newApp("Phone", "--json")
        #expect(result.output == #"{"Folder":"Phone","Identifier":"org.example.Phone"}"# + "\n")
    }

    @Test func `A folder that exists stays as it is, and the error says what to do`() throws {
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("Phone"), withIntermediateDirectories: true)
        let result = try newApp("Phone")
        #expect(result.status == .exited(74))
        #expect(
            result.errors
                == "monkeycall: OutputFailed: Cannot make the folder Phone: File exists; name another one with --folder\n"
        )
        #expect(try files(in: "Phone").isEmpty)
    }

    @Test func `Without the library the error names its packages`() throws {
        try FileManager.default.removeItem(at: folder.url.appendingPathComponent("share/monkeycall/new-app"))
        let result = try newApp("Phone")
        #expect(result.status == .exited(64) && result.errors.contains("install the Swift library: "))
        #expect(result.errors.hasPrefix("monkeycall: InputFailed: "))
    }

    @Test(arguments: ["phone", "org.9example.Phone", "org..Phone", "org.example.Phone!", ".Phone", "org.exämple.Phone"])
    func `An id that no app can own on the bus is refused`(_ id: String) throws {
        let result = try newApp("Phone", "--id", id)
        #expect(result.status == .exited(64) && result.errors.contains("'\(id)' is no name of D-Bus for an app; use "))
        #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("Phone").path))
    }

    @Test(arguments: ["9phone", "My phone", "", "Phone.App"])
    func `A name that is no name of a Swift module is refused`(_ name: String) throws {
        let result = try newApp(name)
        #expect(result.status == .exited(64) && result.errors.contains("'\(name)' is no name of a Swift module; use "))
    }
}
