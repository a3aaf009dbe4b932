// SPDX-License-Identifier: MIT
// A calling app without a network: everything that org.monkeycall.CallManager needs from an app. ../README.md says what
// to type. The Makefile generates the proxy CallManager in manager.h, and lets moc add its signals.
#include "manager.h"

#include <cstdio>
#include <functional>

static const QString NAME = CallManager::staticInterfaceName(), PATH = "/org/monkeycall/CallManager";
static const QString PHONE = "org.example.QtPhone", PROPERTIES = "org.freedesktop.DBus.Properties", NUMBER = "phone-number";

static QString newId() { return QUuid::createUuid().toString(QUuid::WithoutBraces); }

static void say(const QStringList &words) {
    puts(qPrintable(words.join(' ')));
    fflush(stdout);
}

class Phone : public QObject {
public:
    Phone() : service(NAME, PATH, QDBusConnection::systemBus()), input(0, QSocketNotifier::Read) {
        registerMonkeyCallTypes();
        grace.setSingleShot(true);
        connect(&grace, &QTimer::timeout, this, [this] { setMedia(""); });
        connect(&input, &QSocketNotifier::activated, this, [this] { typed(); });
        performActions();
        followAudio();
        followService();
    }

private:
    using Send = std::function<QDBusPendingCall()>;
    using Done = std::function<void(const QDBusMessage &)>;
    using Refused = std::function<void()>;
    using Change = std::function<void()>;

    // Does not wait: the reply to ReportNewIncomingCall may take ten seconds, too long for a window to hang.
    void tell(const QString &what, const Send &send, const Done &done = {}, const Refused &refused = {}, bool again = false) {
        auto *watcher = new QDBusPendingCallWatcher(send(), this);
        connect(watcher, &QDBusPendingCallWatcher::finished, this, [=, this] {
            watcher->deleteLater();
            const QDBusMessage reply = watcher->reply();
            const QString error = reply.errorName();
            // The service was killed, and may have done it: the next one is told again.
            if (error.endsWith(".NoReply")) return tell(what, send, done, refused, true);
            const bool wasDone = again && (error.endsWith(".CallUUIDAlreadyExists") || error.endsWith(".ActionAlreadyCompleted"));
            if (error.isEmpty() || wasDone) {
                if (done) done(reply);
            } else {
                say({"error", what, error, reply.errorMessage()});
                if (refused) refused();
            }
        });
    }

    void get(const QString &interface, const QString &property, const std::function<void(const QVariant &)> &done) {
        QDBusMessage message = QDBusMessage::createMethodCall(NAME, PATH, PROPERTIES, "Get");
        message << interface << property;
        tell(property, [=, this] { return service.connection().asyncCall(message); },
             [=](const QDBusMessage &reply) { done(reply.arguments().value(0).value<QDBusVariant>().variant()); });
    }

    // A request of the user goes to the service first, also from this app's own window. It comes back to perform().
    // With an id, the request is harmless to repeat.
    void request(const QVariantMap &action) {
        const QVariantMap options{{"Transaction", newId()}};
        tell("RequestTransaction", [=, this] { return service.RequestTransaction({action}, options); });
    }

    void dial(const MonkeyCallHandle &handle) {
        request({{"Action", "start-call"}, {"Call", newId()}, {"Provider", PHONE}, {"Handle", QVariant::fromValue(handle)}});
    }

    void report(const QString &call, bool isNew) {
        // If the service refuses the call, no shell shows it: a real app tells the caller.
        const QVariantMap facts = calls.value(call);
        tell("Report", [=, this]() -> QDBusPendingCall {
            if (isNew) return service.ReportNewIncomingCall(PHONE, call, facts);
            return service.ReportExistingCall(PHONE, call, facts);
        }, [=](const QDBusMessage &) { say({"reported", call}); }, [=, this] { drop(call); });
    }

    // The service has appeared or is gone. Most likely it comes back with its state: the sound goes on for 5 seconds.
    void followService() {
        auto *watcher = new QDBusServiceWatcher(NAME, service.connection(), QDBusServiceWatcher::WatchForOwnerChange, this);
        connect(watcher, &QDBusServiceWatcher::serviceOwnerChanged, this,
                [this](const QString &, const QString &, const QString &owner) { ownerChanged(owner); });
        QDBusConnectionInterface *bus = service.connection().interface();
        bus->asyncCall("StartServiceByName", NAME, 0u); // if the bus can start it
        auto *asked = new QDBusPendingCallWatcher(bus->asyncCall("GetNameOwner", NAME), this);
        connect(asked, &QDBusPendingCallWatcher::finished, this, [=, this] {
            asked->deleteLater();
            ownerChanged(asked->isError() ? QString() : asked->reply().arguments().value(0).toString());
        });
    }

    void ownerChanged(const QString &owner) {
        if (!owner.isEmpty() && owner == present) return;
        present = owner;
        if (owner.isEmpty()) {
            say({"no service"});
            return grace.start(5000);
        }
        grace.stop();
        get(NAME, "Instance", [this](const QVariant &value) { identified(value.toString()); });
    }

    void identified(const QString &value) {
        if (value == instance) { // the service has kept its state; the sound may have stopped meanwhile
            return get(NAME + ".Audio", "OwnerCalls", [this](const QVariant &owners) {
                QStringList own = owners.toStringList();
                own.removeIf([this](const QString &call) { return !calls.contains(call); });
                setMedia(own.value(0));
            });
        }
        // It knows nothing of this app, and decides again which call has the microphone.
        instance = value;
        setMedia("");
        const QVariantMap configuration{{"LocalizedName", "Phone in Qt"}, {"SupportedHandleTypes", QStringList{NUMBER}}};
        tell("RegisterProvider", [=, this] { return service.RegisterProvider(PHONE, configuration); }, [this](const QDBusMessage &) {
            say({"registered", PHONE});
            for (const QString &call : order) report(call, false);
        });
    }

    // Each action is performed, then fulfilled: only then other programs see the change. A repeated one does no harm.
    void performActions() {
        using Text = const QString &;
        connect(&service, &CallManager::PerformStartCallAction, this, [this](Text, Text action, Text call, const MonkeyCallHandle &handle) {
            // A real app sends the invitation here.
            if (handle.type == NUMBER) {
                add(call, {{"RemoteHandle", QVariant::fromValue(handle)}, {"Outgoing", true}, {"State", "dialing"}});
            }
            if (!perform("StartCall", action, call, handle.value)) return;
            // There is no real other side: it rings and answers at once.
            tell("Connecting", [=, this] { return service.ReportOutgoingCallStartedConnecting(call, 0); });
            tell("Connected", [=, this] { return service.ReportOutgoingCallConnected(call, 0); });
            connected(call);
        });
        connect(&service, &CallManager::PerformAnswerCallAction, this, [this](Text, Text action, Text call) {
            perform("AnswerCall", action, call, "", [=, this] { connected(call); }); // when both sides can hear each other
        });
        connect(&service, &CallManager::PerformEndCallAction, this, [this](Text, Text action, Text call) {
            perform("EndCall", action, call, "", [=, this] { drop(call); });
        });
        connect(&service, &CallManager::PerformSetHeldCallAction, this, [this](Text, Text action, Text call, bool held) {
            perform("SetHeldCall", action, call, held ? "1" : "0", [=, this] { calls[call]["OnHold"] = held; });
        });
        connect(&service, &CallManager::PerformSetMutedCallAction, this, [this](Text, Text action, Text call, bool muted) {
            // A real app sends silence, or the microphone again.
            perform("SetMutedCall", action, call, muted ? "1" : "0", [=, this] { calls[call]["Muted"] = muted; });
        });
        connect(&service, &CallManager::PerformSetGroupCallAction, this, [this](Text, Text action, Text call, Text other) {
            perform("SetGroupCall", action, call, other, [=, this] {
                if (other.isEmpty()) {
                    calls[call].remove("Group");
                } else {
                    if (calls.contains(other) && !calls[other].contains("Group")) calls[other]["Group"] = newId();
                    calls[call]["Group"] = calls.value(other).value("Group", call);
                }
            });
        });
        connect(&service, &CallManager::PerformPlayDTMFCallAction, this, [this](Text, Text action, Text call, Text digits) {
            perform("PlayDTMFCall", action, call, digits); // a real app sends the tones to the other side
        });
    }

    bool perform(
        const QString &name, const QString &action, const QString &call, const QString &value, const Change &change = {}) {
        if (!calls.contains(call)) { // not a number, or the call has just ended: tell the requester
            tell("FailAction", [=, this] { return service.FailAction(action, {}); });
            return false;
        }
        say(value.isEmpty() ? QStringList{name, call} : QStringList{name, call, value});
        if (change) change();
        tell("FulfillAction", [=, this] { return service.FulfillAction(action, {}); });
        return true;
    }

    void followAudio() {
        connect(&service, &CallManager::DidActivateAudioSession, this, [this](const QString &, const QVariantMap &session) {
            setMedia(session["Call"].toString()); // from now on the app may use the microphone
        });
        connect(&service, &CallManager::DidDeactivateAudioSession, this, [this] { setMedia(""); });
        connect(&service, &CallManager::StartCallRequested, this, [this](const QString &, const MonkeyCallHandle &handle) {
            dial(handle); // from an address book or a link
        });
        connect(&service, &CallManager::TransactionCompleted, this, [](const QString &, bool success, const QVariantMap &details) {
            if (!success) say({"failed", details["FailedAction"].toString(), details["Reason"].toString()});
        });
        connect(&service, &CallManager::ProviderDidReset, this, [this] { // it has dropped its state, and with it all calls
            setMedia("");
            calls.clear();
            order.clear();
        });
    }

    void setMedia(const QString &call) {
        if (call != media) say({"audio", call.isEmpty() ? "off" : call});
        media = call;
    }

    void add(const QString &call, const QVariantMap &facts) {
        if (!calls.contains(call)) order.append(call); // a start may come again
        calls[call] = facts;
    }

    void drop(const QString &call) {
        calls.remove(call);
        order.removeAll(call);
    }

    void connected(const QString &call) {
        calls[call]["State"] = "active";
        calls[call]["ConnectedAt"] = QVariant::fromValue<qulonglong>(QDateTime::currentMSecsSinceEpoch() * 1000);
    }

    void typed() {
        char line[128];
        if (!fgets(line, sizeof line, stdin)) return QCoreApplication::quit();
        const QStringList words = QString::fromUtf8(line).simplified().split(' ');
        const QString command = words[0], call = order.isEmpty() ? QString() : order.last();
        const MonkeyCallHandle handle{NUMBER, words.value(1)};
        if (command == "ring") { // the network: a call comes in
            const QString id = newId();
            add(id, {{"RemoteHandle", QVariant::fromValue(handle)}, {"State", "incoming"}});
            report(id, true);
        } else if (command == "dial") { // the user, in the window of this app
            dial(handle);
        } else if (command == "end" && !call.isEmpty()) {
            request({{"Action", "end-call"}, {"Call", call}});
        } else if (command == "remote-end" && !call.isEmpty()) { // the network: the other side has hung up
            drop(call);
            tell("ReportCallEnded", [=, this] { return service.ReportCallEnded(call, 0, "remote-ended", {}); });
        }
    }

    CallManager service;
    QSocketNotifier input;
    QTimer grace; // stops the sound if no service comes
    QHash<QString, QVariantMap> calls; // the facts to report to a service that has lost its state
    QStringList order; // the ids of the calls, the oldest first
    QString media, instance, present; // the call with microphone and speaker; the service's state; its name on the bus
};

int main(int count, char **arguments) {
    setvbuf(stdin, nullptr, _IONBF, 0); // buffered input would not wake the event loop
    QCoreApplication app(count, arguments);
    Phone phone;
    return app.exec();
}
