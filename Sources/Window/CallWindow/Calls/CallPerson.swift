// SPDX-License-Identifier: MIT

import CallClient
import CallInterface
import CallWindowModel
import GTK

/// The person of the call in front, its app, its state and its time.
@MainActor
final class CallPerson {
    private let context: CallWindowContext
    private let box: Box
    private let avatar: PersonAvatar
    private let circle: Avatar
    private let title: Label
    private let subtitle: Label
    private let app: Label
    private let appIcon: Image
    private let status: Label
    private let badges: Box
    private let reason: Label
    private let addContact: Button
    private var screen: CallScreen?
    /// Whose picture is shown.
    private var shown: Face?
    private struct Face: Equatable {
        let name: String
        let handle: WireHandle
    }

    /// How much room the person has.
    enum Room: Equatable {
        case full
        /// Another call is below.
        case shared
        /// Large text needs the room of the picture.
        case large
        /// The keys of the tones are below, or a call that rings is above.
        case least
    }
    var room = Room.full {
        didSet {
            guard room != oldValue else { return }
            arrange()
            if let screen { show(screen) }
        }
    }
    /// The sizes of the picture.
    private static let (wholeSize, sharedSize) = (96, 72)
    private var description = (name: "", hint: "")
    private var shownBadges: [CallBadge] = []
    private var badgeRows: [CallBadge: Box] = [:]

    init(_ builder: Builder, _ context: CallWindowContext) throws(InterfaceError) {
        self.context = context
        box = try builder.get("person")
        (circle, title) = (try builder.get("avatar"), try builder.get("title"))
        avatar = PersonAvatar(circle)
        (subtitle, app, appIcon) = (try builder.get("subtitle"), try builder.get("app"), try builder.get("app-icon"))
        (status, badges, reason) = (try builder.get("status"), try builder.get("badges"), try builder.get("reason"))
        addContact = try builder.get("add-contact")
        addContact.onClick { [weak self] in self?.keepNumber() }
        context.icons.observe { [weak self] in self?.showIcon() }
        context.directory.observe { [weak self] change in
            guard let self, change == .contacts || change == .presence, let screen else { return }
            shown = nil
            showPicture(screen)
        }
    }

    /// Gives the keyboard focus to the person as a whole, where no key does anything.
    func grabFocus() { box.grabFocus() }

    private func arrange() {
        let hasPicture = room == .full || room == .shared
        circle.isVisible = hasPicture && screen?.members.isEmpty != false
        circle.set("size", .int(room == .full ? Self.wholeSize : Self.sharedSize))
        title.style("title-1", hasPicture)
        title.style("title-3", !hasPicture)
        box.set("spacing", .int(hasPicture ? 6 : 0))
    }

    func show(_ screen: CallScreen) {
        guard let front = screen.front else { return }
        let isConference = !screen.members.isEmpty
        let wasConference = self.screen?.members.isEmpty == false
        self.screen = screen
        if isConference != wasConference { arrange() }
        showPicture(screen)
        describe(isConference ? screen.conferenceTitle : front.summary, front.hint)
        box.style("dim-label", screen.isAway)
        title.text = isConference ? screen.conferenceTitle : front.title
        subtitle.text = isConference ? "" : front.subtitle
        subtitle.isVisible = !subtitle.text.isEmpty
        app.text = front.app
        showIcon()
        reason.text = screen.reason
        reason.isVisible = !screen.reason.isEmpty
        addContact.isVisible = front.canAddToContacts && !isConference && room != .least
        show(front.badges)
        status.setAccessibleDescription(front.stateBesideTime)
        tick()
    }

    /// What a screen reader says of the person.
    private func describe(_ name: String, _ hint: String) {
        guard description != (name, hint) else { return }
        description = (name, hint)
        box.setAccessibleName(name)
        box.setAccessibleDescription(hint)
    }

    /// A conference has no picture.
    private func showPicture(_ screen: CallScreen) {
        guard let front = screen.front, screen.members.isEmpty else { return }
        let new = Face(name: front.avatarName, handle: front.handle)
        guard new != shown else { return }
        shown = new
        avatar.show(name: front.avatarName, number: front.handle.value)
        context.callers.show(front.handle, in: avatar)
    }

    /// Shows the present time.
    func tick() {
        guard let front = screen?.front else { return }
        status.text = front.status(now: CallTime.now)
    }

    private func showIcon() {
        guard let front = screen?.front else { return }
        context.icons.show(front.provider, in: appIcon)
    }

    private func show(_ new: [CallBadge]) {
        badges.isVisible = !new.isEmpty
        guard new != shownBadges else { return }
        shownBadges = new
        badges.children = new.compactMap(row)
    }

    /// Made once for each badge: the microphone is turned off and on often.
    private func row(_ badge: CallBadge) -> Box? {
        if let row = badgeRows[badge] { return row }
        guard let builder = try? Builder(PackageResources.call_badge_ui),
            let row = try? builder.get("badge", Box.self), let icon = try? builder.get("icon", Image.self),
            let label = try? builder.get("label", Label.self)
        else { return nil }
        icon.show(icon: badge.icon)
        label.text = badge.text
        if badge == .emergency || badge == .heard { row.style("error") }
        badgeRows[badge] = row
        return row
    }

    private func keepNumber() {
        guard let call = screen?.front.flatMap({ context.calls.registry.call($0.call) }),
            let kind = call.handle.type.word
        else { return }
        context.addContact(name: call.avatarName, Handle(kind: kind, value: call.handle.value))
    }
}
