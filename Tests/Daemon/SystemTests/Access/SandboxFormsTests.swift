// SPDX-License-Identifier: MIT

import BusTesting
import Foundation
import Testing

/// Real processes with a root or a user namespace of their own, as the service sees them without privileges.
@Suite(.daemonLogs, .needsServiceUser)
struct SandboxFormsTests {
    /// Registers a provider with a tool that runs in that surrounding; true if the service let it.
    private func registers(_ surrounding: [String], in scene: Scene) throws -> Bool {
        let call = [
            "busctl", "--address=\(scene.daemon.bus.address)", "call", DaemonUnderTest.busName,
            DaemonUnderTest.managerPath, DaemonUnderTest.busName, "RegisterProvider", "sa{sv}", "org.gnome.Calls", "0",
        ]
        let result = try ChildProcess.run(surrounding + call)
        let isRefused = result.errors.contains("identifier") || result.errors.contains("sandbox")
        #expect(result.errors.isEmpty || isRefused, "\(result.errors)")
        return result.errors.isEmpty
    }

    /// The folders of the machine at the same places below another root.
    private static var otherRoot: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/")) ?? []
        let names = all.filter { $0 != "proc" && $0 != "dev" }
        return ["bwrap"] + names.flatMap { ["--bind", "/" + $0, "/" + $0] } + ["--dev", "/dev", "--proc", "/proc"]
    }

    @Test func `A program with another root or user namespace is a sandbox without a name`() throws {
        let scene = try Scene(on: Scene.bus())
        #expect(try registers([], in: scene))
        #expect(try registers(["unshare", "--mount"], in: scene))
        #expect(try !registers(["unshare", "--user", "--map-root-user"], in: scene))
        #expect(try !registers(Self.otherRoot, in: scene))
    }

    @Test(arguments: CostTests.Bus.all)
    func `A program that has the number of a sandboxed one that ended does not make its connection one of the user`(
        _ bus: CostTests.Bus
    ) throws {
        let scene = try Scene(on: bus.start())
        let app = try scene.daemon.client(controlGroup: .flatpak("org.example.App", uid: 0))
        // The service has heard of the connection when it answers another one.
        try scene.owner.manager.call("ListCalls")
        app.endProcess()
        let other = try NumberedProcess(app.processID)
        let refusal = try app.manager.error("RegisterProvider", "org.example.Phone", [:])
        // dbus 1.16 and dbus-broker 36 give the service a handle of the process, so it knows that this one has ended.
        let refusals = ["Cannot identify the sandbox of the calling process", "Cannot inspect the calling process"]
        let message = refusal?.message ?? ""
        #expect(refusals.contains { message.hasPrefix($0) }, "\(message)")
        withExtendedLifetime(other) {}
    }
}
