// SPDX-License-Identifier: MIT
import ArgumentParser
import CallInterface
import CallStories
import SDBus

struct Lists: Command {
    static let configuration = CommandConfiguration(
        abstract: "Show and change the lists of callers that are blocked or labelled.",
        usage: """
            monkeycall lists [<options>]
            monkeycall lists enable <name>
            monkeycall lists disable <name>
            monkeycall lists order <name> ...
            monkeycall lists reload [<name>]
            monkeycall lists import <file> [--name <name>] [--format <format>] [--identify]
            monkeycall lists export <name> [<file>] [--format <format>] [--identify]
            monkeycall lists remove <name>
            """,
        discussion: """
            A list comes from an app (an extension or a program) or from a file. An app's list is used when you have \
            enabled it. If several lists know a caller, the first one counts; order changes which is first. An \
            extension that you enable loads its list in the background, and reload waits until it has loaded again. \
            Without a name, reload loads all enabled extensions and files.

            import blocks every number and address of a file; with --identify it only labels them. The format is \
            csv (columns number, label and type), text (a number in each line) or vcard, by default that of the \
            file's name: .csv, .txt or .vcf. Importing under the same name replaces the list. The file - is standard \
            input or output.

            The command prints the lists that you have then, with --json as an array of objects with the keys of \
            ListSources of org.monkeycall.Directory.Lists; export prints only the list. It needs monkeycall-directory.

            EXAMPLES
              monkeycall lists enable org.example.Spam
              monkeycall lists import spam.csv
              monkeycall lists import nuisances.vcf --name people
              monkeycall lists export spam > spam.csv
            """)

    enum Change: String, ExpressibleByArgument, CaseIterable {
        case enable, disable, order, reload, `import`, export, remove
    }

    @Argument(help: "Optional: what to do.")
    var change: Change?
    @Argument(help: "The names of lists; for import and export a file.", completion: .listsOrFiles)
    var words: [String] = []
    @Option(help: ArgumentHelp("import: the name of the list; by default that of the file.", valueName: "name"))
    var name: String?
    @Option(
        help: ArgumentHelp("import and export: csv, text or vcard.", valueName: "format"),
        completion: .list(ListFileFormat.allCases.map(\.rawValue)), transform: { try ListFileFormat(argument: $0) })
    var format: ListFileFormat?
    @Flag(help: "import: label the callers and do not block them. export: write the labelled callers.")
    var identify = false
    @OptionGroup var bus: BusOptions

    func validate() throws {
        let isFile = change == .import || change == .export
        switch change {
        case nil: break
        case .enable, .disable, .remove:
            if words.count != 1 { throw ValidationError("Give the name of one list; monkeycall lists shows the names") }
        case .order: if words.isEmpty { throw ValidationError("Give the names of lists, the first one first") }
        case .reload: if words.count > 1 { throw ValidationError("Give the name of one list, or none for all lists") }
        case .import: if words.count != 1 { throw ValidationError("Give one file") }
        case .export: if !(1...2 ~= words.count) { throw ValidationError("Give the name of one list, and a file") }
        }
        if !isFile, format != nil || identify {
            throw ValidationError("--format and --identify are options of import and export")
        }
        if change != .import, name != nil { throw ValidationError("--name is an option of import") }
        if change == .import, name ?? importedName == "" { throw ValidationError("Give the list a name: --name") }
        if change == .import, format ?? importedFormat == nil {
            throw ValidationError("The file's name does not tell its format; give it: --format")
        }
    }

    func perform() throws(Failure) {
        let directory = try DirectoryLink(bus)
        switch change {
        case nil: break
        case .enable: try directory.call(.setSourceEnabled, words[0], true)
        case .disable: try directory.call(.setSourceEnabled, words[0], false)
        case .order: try directory.call(.setSourceOrder, words)
        case .reload: try reload(directory)
        case .import: try importFile(directory)
        case .export: return try export(directory)
        case .remove: try directory.call(.removeSource, words[0])
        }
        show(
            try directory.list(.listSources), as: \.self, none: "No lists.",
            ["NAME", "FROM", "STATE", "BLOCKED", "LABELLED", "ADDRESSES", "LOADED", "LAST ERROR"]
        ) { source in
            [
                source.text(.name), source.text(.kind), source.stateWord, source.count(.blocked),
                source.count(.identified), source.count(.handleCount),
                source[.loadedAt]?.uint64.map { Clock.moment($0) } ?? "", source.text(.errorMessage),
            ].map { Cell($0) }
        }
    }

    /// Loads every list, also after one has failed. The first error counts.
    private func reload(_ directory: DirectoryLink) throws(Failure) {
        var names = words
        if names.isEmpty {
            names = try directory.list(.listSources).filter { $0.flag(.enabled) && $0.canReload }.map { $0.text(.name) }
        }
        var first: Failure?
        for name in names {
            do throws(Failure) {
                try directory.call(.reload, name, timeout: .max)
            } catch {
                first = first ?? error
            }
        }
        if let first { throw first }
    }

    // MARK: Files

    private var importedFile: String { words.first ?? "" }

    /// The name of the file without its extension; empty for standard input.
    private var importedName: String {
        let file = importedFile.split(separator: "/").last.map(String.init) ?? ""
        guard file != "-", let dot = file.lastIndex(of: "."), dot != file.startIndex else {
            return file == "-" ? "" : file
        }
        return String(file[..<dot])
    }

    private var importedFormat: ListFileFormat? { ListFileFormat(fileName: importedFile) }

    private func importFile(_ directory: DirectoryLink) throws(Failure) {
        guard let format = format ?? importedFormat else { return }
        let file = try ListFile(reading: importedFile)
        var options = [String: Variant]([.identify: .bool(identify)])
        if let path = file.path { options[.path] = .string(path) }
        try directory.call(
            .importList, name ?? importedName, file.file, format.rawValue, options, timeout: .max)
    }

    private func export(_ directory: DirectoryLink) throws(Failure) {
        let path = words.count > 1 ? words[1] : "-"
        // A file that exists is not emptied if there is no such list.
        _ = try directory.call(.enabledStatus, words[0], returning: String.self)
        let file = try ListFile(writing: path)
        let format = format ?? ListFileFormat(fileName: path) ?? .csv
        let options = [String: Variant]([.identify: .bool(identify)])
        try directory.call(.exportList, words[0], file.file, format.rawValue, options, timeout: .max)
        try file.finish()
    }
}

extension ListFileFormat {
    fileprivate init(argument: String) throws {
        guard let format = Self(rawValue: argument) else {
            throw ValidationError("The format must be one of \(Self.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        self = format
    }

    /// The format that files with such a name have; nil if the name does not tell.
    init?(fileName: String) {
        switch fileName.lowercased().split(separator: ".").last {
        case "csv": self = .csv
        case "txt": self = .text
        case "vcf", "vcard": self = .vcard
        default: return nil
        }
    }
}

extension [String: Variant] {
    /// Whether the directory can load the source by itself.
    fileprivate var canReload: Bool { text(.kind) == "extension" || !text(.path).isEmpty }

    fileprivate var stateWord: String {
        if flag(.loading) { return "loading" }
        if self[.available]?.bool == false { return "missing" }
        return (flag(.enabled) ? SourceStatus.enabled : .disabled).rawValue
    }

    fileprivate func count(_ key: CallInterface.Key) -> String { "\(self[key]?.uint64 ?? 0)" }
}
