// SPDX-License-Identifier: MIT

import CallContract
package import SDBus

/// A modem of a program: it has a provider when it can call.
protocol BridgedModem: AnyObject {
    associatedtype Calls: ModemCalls
    var provider: ModemProvider? { get }
    /// The calls that it follows now.
    var calls: Calls? { get set }
    func begin() throws(BusError)
}

/// The calls of one modem.
protocol ModemCalls: AnyObject {
    func end()
}

extension RemoteObjects: ModemCalls {}

extension BridgedModem {
    /// The modem has been unplugged or cannot call, or its program has gone. The calls of a phone go on there.
    func end() {
        calls?.end()
        calls = nil
        provider?.lose()
    }
}

/// The modems that one life of a program lists.
protocol ModemList: AnyObject {
    associatedtype Modem: BridgedModem
    /// The name of the source in the settings.
    static var source: SourceName { get }
    /// The program's name on the bus.
    static var bus: BusName { get }
    /// By object path.
    var modems: [ObjectPath: Modem] { get }
    init(of program: SourceProgram, _ host: ModemHost)
    /// Lists the modems, and follows the list.
    func begin() throws(BusError)
}

/// A program that drives modems.
final class ModemSource<List: ModemList>: CallSource {
    private let bus: BusConnection
    private let host: ModemHost
    private let owner: RemoteName
    private var list: List?

    /// `bus` is the bus of the program.
    init(on bus: BusConnection, _ host: ModemHost) {
        (self.bus, self.host) = (bus, host)
        owner = RemoteName(List.bus, on: bus)
    }

    var name: String { List.source.rawValue }
    var isPresent: Bool { list != nil }
    var providers: [ListedProvider] {
        let registered = list?.modems.values.compactMap { $0.provider?.provider } ?? []
        return registered.sorted { $0.identifier < $1.identifier }.map(\.listed)
    }

    func begin() throws(BusError) {
        try owner.begin { [unowned self] owner in
            if let owner { arrive(owner) } else { leave() }
        }
    }

    func end() {
        owner.end()
        leave()
    }

    private func arrive(_ owner: String) {
        do throws(BusError) {
            let list = List(of: try SourceProgram(owner, on: bus), host)
            self.list = list
            try list.begin()
        } catch {
            host.log("the source cannot be followed", error, ["source": List.source.rawValue])
            leave()
        }
    }

    private func leave() {
        for modem in list?.modems.values ?? [:].values { modem.end() }
        list = nil
    }
}

/// What every modem and phone of the bridge needs to register its provider.
package struct ModemHost {
    let service: BusAddress
    let loop: EventLoop
    let seat: SeatUser
    let log: Log

    /// `service` is the bus of the call service.
    package init(service: BusAddress, _ loop: EventLoop, _ seat: SeatUser, log: Log) {
        (self.service, self.loop, self.seat, self.log) = (service, loop, seat, log)
    }

    /// Whether a program took a method. The message of an error may have a number in it, so the log has its name only.
    func note(_ reply: Result<Message, BusError>, then body: (Bool) -> Void) {
        switch reply {
        case .success: body(true)
        case .failure(let error):
            log("a program refuses a request", ["error": error.name])
            body(false)
        }
    }

    func begin(_ modem: some BridgedModem) {
        log.attempt("a modem or phone cannot be followed") { () throws(BusError) in try modem.begin() }
    }
}
