// SPDX-License-Identifier: MIT

import CallHealth
import Glibc
import SystemFiles

/// The program that the desktop starts for a link of the scheme `tel`, from the files of the user and of the system.
struct TelephoneAppFiles {
    private static let type = "x-scheme-handler/tel="
    private static let own = ["org.monkeycall.Phone.desktop", "org.monkeycall.Dial.desktop"]
    /// More of a file is not read.
    private static let limit = 1 << 20

    private let environment: (String) -> String?

    init(environment: @escaping (String) -> String? = { getenv($0).map { String(cString: $0) } }) {
        self.environment = environment
    }

    var found: HealthFacts.TelephoneApp {
        let chosen = lists.lazy.flatMap { candidates(in: $0, section: "[Default Applications]") }.first(where: exists)
        let app =
            chosen
            ?? dataFolders.lazy.flatMap { candidates(in: $0 + "/applications/mimeinfo.cache", section: "[MIME Cache]") }
            .first(where: exists)
        guard let app else { return .none }
        return Self.own.contains(app) ? .monkeyCall : .other(name(of: app))
    }

    /// The files with the choices, the most important one first.
    private var lists: [String] {
        let desktops = (environment("XDG_CURRENT_DESKTOP") ?? "").lowercased().split(separator: ":")
        let names = desktops.map { "\($0)-mimeapps.list" } + ["mimeapps.list"]
        let folders = configurationFolders + dataFolders.map { $0 + "/applications" }
        return folders.flatMap { folder in names.map { folder + "/" + $0 } }
    }

    private var configurationFolders: [String] { folders("XDG_CONFIG_HOME", "/.config", "XDG_CONFIG_DIRS", "/etc/xdg") }

    private var dataFolders: [String] {
        folders("XDG_DATA_HOME", "/.local/share", "XDG_DATA_DIRS", "/usr/local/share:/usr/share")
    }

    private func folders(_ own: String, _ inHome: String, _ others: String, _ standard: String) -> [String] {
        func value(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        let user = value(own) ?? value("HOME").map { $0 + inHome }
        let system = (value(others) ?? standard).split(separator: ":").map(String.init)
        return (user.map { [$0] } ?? []) + system
    }

    /// The ids of desktop files that a section names for the type.
    private func candidates(in file: String, section: String) -> [String] {
        let lines = Self.lines(of: file).drop { $0 != section }.dropFirst().prefix { !$0.hasPrefix("[") }
        let line = lines.first { $0.hasPrefix(Self.type) }
        return line?.dropFirst(Self.type.count).split(separator: ";").map(String.init) ?? []
    }

    private func exists(_ app: String) -> Bool { file(of: app) != nil }

    /// An id has no folders here: its dashes may stand for some, which few programs use.
    private func file(of app: String) -> String? {
        guard !app.contains("/") else { return nil }
        return dataFolders.map { $0 + "/applications/" + app }.first { access($0, R_OK) == 0 }
    }

    private func name(of app: String) -> String {
        let lines = file(of: app).map(Self.lines) ?? []
        let name = lines.first { $0.hasPrefix("Name=") }?.dropFirst("Name=".count) ?? ""
        return name.isEmpty ? app : String(name)
    }

    private static func lines(of file: String) -> [String] {
        guard let descriptor = try? ReadableFile.open(file) else { return [] }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        guard ReadableFile.isOrdinary(descriptor),
            (try? FileBytes.read(from: descriptor, upTo: limit, inPiecesOf: 1 << 16, into: &bytes)) != nil
        else { return [] }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
}
