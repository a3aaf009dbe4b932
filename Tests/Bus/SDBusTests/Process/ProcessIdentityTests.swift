// SPDX-License-Identifier: MIT

import Testing

@testable import SDBus

@Suite struct ProcessIdentityTests {
    private static let slice = "0::/user.slice/user-1000.slice/user@1000.service/app.slice"

    @Test(arguments: [
        ("/app-flatpak-org.example.App-4711.scope", "org.example.App"),
        (#"/app-flatpak-org.example.My\x2dApp-4711.scope"#, "org.example.My-App"),
        (#"/app-flatpak-org.example.App\n-4711.scope"#, ""),
        ("/snap.phone.dialer-4711.scope", "phone"),
        ("/snap.phone.daemon.service", "phone"),
        ("/snap.phone.scope", ""),
    ])
    func `The control group of a sandboxed app names the app`(_ unit: String, _ app: String) {
        let identity = ProcessIdentity(controlGroup: Self.slice + unit + "\n", securityLabel: nil)
        #expect(identity.app == app)
        #expect("/" + identity.unit == unit)
    }

    @Test func `A refusal says whether one process or every process cannot be inspected`() {
        let lost = Peer(name: ":1.1", uid: 1000, pid: 7, identity: nil)
        let refusal = error { () throws(BusError) in try lost.inspected() }
        #expect(refusal == .uninspected(tellsGroups: true))
        #expect(refusal?.message == "Cannot inspect the calling process; it may have exited.")
        #expect(BusError.uninspected(tellsGroups: false).message.contains("Mount cgroup2 at /sys/fs/cgroup"))
    }

    @Test func `A process outside a sandbox has a unit and no app`() {
        let identity = ProcessIdentity(controlGroup: Self.slice + "/app-phone.scope\n", securityLabel: "unconfined")
        #expect(identity.app == nil)
        #expect(identity.unit == "app-phone.scope")
    }

    @Test func `A unit below the unit of a sandbox does not hide the app`() {
        let group = Self.slice + "/app-flatpak-org.example.App-4711.scope/own.service\n"
        let identity = ProcessIdentity(controlGroup: group, securityLabel: nil)
        #expect(identity.app == "org.example.App")
        #expect(identity.unit == "own.service")
    }

    @Test func `A security label of Snap names the app whatever the control group says`() {
        let identity = ProcessIdentity(controlGroup: "0::/\n", securityLabel: "snap.phone.dialer (enforce)")
        #expect(identity.app == "phone")
        #expect(identity.unit.isEmpty)
    }

    @Test func `On a hybrid system the hierarchy of systemd names the unit and the others do not count`() {
        let groups = "4:memory:/snap.other.app.scope\n1:name=systemd:/system.slice/modem.service\n0::/\n"
        let identity = ProcessIdentity(controlGroup: groups, securityLabel: nil)
        #expect(identity.app == nil)
        #expect(identity.unit == "modem.service")
    }
}
