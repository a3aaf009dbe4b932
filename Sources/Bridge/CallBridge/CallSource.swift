// SPDX-License-Identifier: MIT

import BridgeCore
package import CallContract
package import SDBus

/// A kind of program whose calls the bridge carries. It follows the program without starting it, registers a
/// ``BridgedProvider`` for each kind of call while the program is present, and translates: its signals to events of the
/// provider's table, and the table's commands to its methods. It decides nothing about calls. The gateway to
/// headsets is listed among them: it goes the other way, and has no provider.
package protocol CallSource: AnyObject {
    /// Its name in the settings and for people.
    var name: String { get }
    /// The program is present on the bus, and its calls are carried.
    var isPresent: Bool { get }
    /// The providers that it has registered now.
    var providers: [ListedProvider] { get }
    /// Why the gateway to headsets is not present while the front of modems runs; nil for every other source.
    var absence: FrontState? { get }
    /// Learns before it is listed what it does not follow.
    func update(then body: @escaping () -> Void)
    /// Takes the settings, before it begins and after each change.
    func apply(_ settings: BridgeSettings)
    /// Begins to follow the program.
    func begin() throws(BusError)
    /// Gives up its calls, which go on at the source, and its providers.
    func end()
}

extension CallSource {
    package var absence: FrontState? { nil }
    /// Most sources have none but on and off.
    package func apply(_ settings: BridgeSettings) {}
    /// Most sources follow everything.
    package func update(then body: @escaping () -> Void) { body() }
}

/// A provider as the list of sources shows it.
package struct ListedProvider: Hashable, Sendable {
    let identifier: String
    /// The user whose calls these are.
    let user: UInt32
    let callCount: Int
}

extension Log {
    /// Runs `body`, and logs its error with that message.
    func attempt(_ message: StaticString, _ body: () throws(BusError) -> Void) {
        do throws(BusError) { try body() } catch { self(message, error) }
    }
}

extension BridgedProvider {
    var listed: ListedProvider { ListedProvider(identifier: identifier, user: user, callCount: callCount) }
}

/// One life of a program whose calls are carried.
final class SourceProgram {
    let remote: RemoteLife
    /// Tells this life from the next one, which uses the same paths again.
    private let life: String
    /// How many calls each path has named.
    private var uses: [ObjectPath: Int] = [:]

    init(_ owner: String, on bus: BusConnection) throws(BusError) {
        remote = RemoteLife(owner, on: bus)
        life = "\(try bus.busID) \(owner)"
    }

    /// The name of the call with that path, for a program that uses no path again.
    func key(_ path: ObjectPath) -> SourceKey { SourceKey(life: life, object: path.text) }

    /// A name for a new call with that path, for a program that uses a path again after the call.
    func nextKey(_ path: ObjectPath) -> SourceKey {
        let use = uses[path, default: 0]
        uses[path] = use + 1
        return use == 0 ? key(path) : SourceKey(life: life, object: "\(path) \(use)")
    }
}

extension SourceKey {
    /// The object of the call, for a program that uses no path again.
    var path: ObjectPath { ObjectPath(trusted: object) }
}

/// Plays the tones of an action one after another, for programs that play single ones.
package final class ToneSequence {
    /// Plays a tone, and tells whether the program took it.
    package typealias Play = (_ tone: String, _ then: @escaping (Bool) -> Void) -> Void

    private var rest: Substring
    private let loop: EventLoop
    private let play: Play
    private let done: (Bool) -> Void
    private var timer: Timer?

    private init(_ digits: String, _ loop: EventLoop, _ play: @escaping Play, _ done: @escaping (Bool) -> Void) {
        (rest, self.loop, self.play, self.done) = (digits[...], loop, play, done)
    }

    /// Calls `done` after the last tone, or after the first that the program refuses.
    package static func play(
        _ digits: String, _ loop: EventLoop, by play: @escaping Play, then done: @escaping (Bool) -> Void
    ) {
        ToneSequence(digits, loop, play, done).next()
    }

    private func next() {
        guard let tone = rest.popFirst() else { return done(true) }
        if ToneTime.isPause(tone) { return wait() }
        play(String(tone)) { [self] isTaken in if isTaken { next() } else { done(false) } }
    }

    private func wait() {
        timer = loop.timer(after: ToneTime.pause) { [self] in
            timer = nil
            next()
        }
        if timer == nil { done(false) }
    }
}
