BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0005');
CREATE TABLE "assignment" (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	comparison_id INTEGER NOT NULL, 
	person_id INTEGER, 
	occurrence INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	sequence INTEGER NOT NULL, 
	swapped BOOLEAN NOT NULL, 
	order_known BOOLEAN NOT NULL, 
	leased_until DATETIME, 
	first_shown_at DATETIME, 
	shown_at DATETIME, 
	skip_reason VARCHAR, 
	skip_comment VARCHAR, 
	created_at DATETIME NOT NULL, 
	skipped_at DATETIME, 
	asks_reasons BOOLEAN DEFAULT 0 NOT NULL, 
	qualification_id INTEGER, 
	CONSTRAINT pk_assignment PRIMARY KEY (id), 
	CONSTRAINT fk_assignment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_assignment_comparison_id_person_id_occurrence UNIQUE (comparison_id, person_id, occurrence), 
	CONSTRAINT ck_assignment_status CHECK (status IN ('leased', 'done', 'skipped', 'released')), 
	CONSTRAINT ck_assignment_skip_has_reason CHECK ((status = 'skipped') = (skip_reason IS NOT NULL)), 
	CONSTRAINT ck_assignment_skip_reason CHECK (skip_reason IN ('other_standard', 'unreadable', 'uncomfortable', 'other')), 
	CONSTRAINT fk_assignment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_assignment_comparison_id_comparison FOREIGN KEY(comparison_id) REFERENCES comparison (id), 
	CONSTRAINT fk_assignment_qualification_id_qualification FOREIGN KEY(qualification_id) REFERENCES qualification (id), 
	CONSTRAINT ck_assignment_kind CHECK (kind IN ('regular', 'gold', 'repeat', 'training', 'test'))
);
INSERT INTO "assignment" VALUES(1,1,1,1,0,'regular','done',1,0,1,NULL,'2026-11-23 08:00:04.045647','2026-11-23 08:00:04.045647',NULL,NULL,'2026-11-23 08:00:04.046739',NULL,0,NULL);
INSERT INTO "assignment" VALUES(2,1,2,1,0,'regular','done',2,0,1,NULL,'2026-11-23 08:00:04.061760','2026-11-23 08:00:04.061760',NULL,NULL,'2026-11-23 08:00:04.061964',NULL,0,NULL);
INSERT INTO "assignment" VALUES(3,1,3,1,0,'regular','skipped',3,1,1,'2026-11-23 08:30:04.064455','2026-11-23 08:00:04.064760','2026-11-23 08:00:04.064760','unreadable',NULL,'2026-11-23 08:00:04.064887','2026-11-23 08:00:04.065802',0,NULL);
INSERT INTO "assignment" VALUES(4,1,1,3,0,'regular','leased',1,1,1,'2026-11-23 08:30:04.098886','2026-11-23 08:00:04.067741','2026-11-23 08:00:04.102592',NULL,NULL,'2026-11-23 08:00:04.067909',NULL,0,NULL);
INSERT INTO "assignment" VALUES(5,1,2,2,0,'regular','done',1,1,1,NULL,'2026-11-23 08:00:04.078795','2026-11-23 08:00:04.078795',NULL,NULL,'2026-11-23 08:00:04.078998',NULL,1,NULL);
INSERT INTO "assignment" VALUES(6,1,3,2,0,'regular','done',2,1,1,NULL,'2026-11-23 08:00:04.091534','2026-11-23 08:00:04.091534',NULL,NULL,'2026-11-23 08:00:04.091728',NULL,1,NULL);
INSERT INTO "assignment" VALUES(7,1,4,1,0,'regular','leased',4,0,1,'2026-11-23 08:30:04.094831','2026-11-23 08:00:04.095210','2026-11-23 08:00:04.095210',NULL,NULL,'2026-11-23 08:00:04.095361',NULL,1,NULL);
CREATE TABLE "campaign" (
	id INTEGER NOT NULL, 
	slug VARCHAR NOT NULL, 
	title VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	protocol_key VARCHAR NOT NULL, 
	protocol_version VARCHAR NOT NULL, 
	protocol_hash VARCHAR NOT NULL, 
	text_view VARCHAR NOT NULL, 
	overlap INTEGER NOT NULL, 
	shared INTEGER NOT NULL, 
	shared_overlap INTEGER NOT NULL, 
	per_annotator INTEGER, 
	deadline DATETIME, 
	is_demo BOOLEAN NOT NULL, 
	settings JSON NOT NULL, 
	created_at DATETIME NOT NULL, 
	clarifications INTEGER DEFAULT '0' NOT NULL, 
	CONSTRAINT pk_campaign PRIMARY KEY (id), 
	CONSTRAINT ck_campaign_overlap CHECK (overlap >= 1), 
	CONSTRAINT ck_campaign_text_view CHECK (text_view IN ('plain', 'formatted')), 
	CONSTRAINT uq_campaign_slug UNIQUE (slug), 
	CONSTRAINT ck_campaign_status CHECK (status IN ('draft', 'open', 'paused', 'closed', 'archived'))
);
INSERT INTO "campaign" VALUES(1,'running','Campaign running','open','norwegian_fluency','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{"reasons": "all"}','2026-11-23 08:00:03.981628',0);
INSERT INTO "campaign" VALUES(2,'rated','Campaign rated','open','heval','1','0000000000000000000000000000000000000000000000000000000000000000','plain',2,0,0,NULL,NULL,0,'{}','2026-11-23 08:00:04.104097',0);
CREATE TABLE clarification (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	question_id INTEGER, 
	published_by INTEGER, 
	published_at DATETIME NOT NULL, 
	CONSTRAINT pk_clarification PRIMARY KEY (id), 
	CONSTRAINT fk_clarification_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_clarification_published_by_person FOREIGN KEY(published_by) REFERENCES person (id), 
	CONSTRAINT fk_clarification_question_id_question FOREIGN KEY(question_id) REFERENCES question (id), 
	CONSTRAINT uq_clarification_campaign_id_number UNIQUE (campaign_id, number)
);
CREATE TABLE comparison (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	prompt_id INTEGER NOT NULL, 
	first_response_id INTEGER NOT NULL, 
	second_response_id INTEGER NOT NULL, 
	kind VARCHAR NOT NULL, 
	round INTEGER NOT NULL, 
	overlap INTEGER NOT NULL, 
	shared BOOLEAN NOT NULL, 
	position INTEGER NOT NULL, 
	done INTEGER NOT NULL, 
	identical BOOLEAN NOT NULL, 
	gold_outcome VARCHAR, 
	gold_issue VARCHAR, 
	gold_explanation VARCHAR, 
	withdrawn_at DATETIME, anchor_round INTEGER, 
	CONSTRAINT pk_comparison PRIMARY KEY (id), 
	CONSTRAINT ck_comparison_gold_has_outcome CHECK ((kind = 'gold') = (gold_outcome IS NOT NULL)), 
	CONSTRAINT ck_comparison_gold_outcome CHECK (gold_outcome IN ('first', 'second', 'tie')), 
	CONSTRAINT ck_comparison_kind CHECK (kind IN ('regular', 'gold')), 
	CONSTRAINT ck_comparison_two_responses CHECK (first_response_id <> second_response_id), 
	CONSTRAINT ck_comparison_counts CHECK (overlap >= 1 AND done >= 0), 
	CONSTRAINT fk_comparison_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_comparison_first_response_id_response FOREIGN KEY(first_response_id) REFERENCES response (id), 
	CONSTRAINT fk_comparison_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT fk_comparison_second_response_id_response FOREIGN KEY(second_response_id) REFERENCES response (id), 
	CONSTRAINT uq_comparison_first_response_id_second_response_id UNIQUE (first_response_id, second_response_id)
);
INSERT INTO "comparison" VALUES(1,1,7,20,21,'regular',1,2,0,0,1,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(2,1,3,7,8,'regular',1,2,0,1,2,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(3,1,4,10,12,'regular',1,2,0,2,1,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(4,1,1,2,3,'regular',1,2,0,3,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(5,1,5,13,14,'regular',1,2,0,4,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(6,1,2,4,6,'regular',1,2,0,5,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(7,1,8,22,23,'regular',1,2,0,6,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(8,1,6,16,17,'regular',1,2,0,7,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(9,1,7,19,21,'regular',1,2,0,8,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(10,1,3,7,9,'regular',1,2,0,9,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(11,1,4,11,12,'regular',1,2,0,10,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(12,1,1,1,3,'regular',1,2,0,11,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(13,1,5,14,15,'regular',1,2,0,12,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(14,1,2,4,5,'regular',1,2,0,13,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(15,1,8,22,24,'regular',1,2,0,14,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(16,1,6,16,18,'regular',1,2,0,15,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(17,1,7,19,20,'regular',1,2,0,16,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(18,1,3,8,9,'regular',1,2,0,17,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(19,1,4,10,11,'regular',1,2,0,18,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(20,1,1,1,2,'regular',1,2,0,19,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(21,1,5,13,15,'regular',1,2,0,20,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(22,1,2,5,6,'regular',1,2,0,21,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(23,1,8,23,24,'regular',1,2,0,22,0,0,NULL,NULL,NULL,NULL,NULL);
INSERT INTO "comparison" VALUES(24,1,6,17,18,'regular',1,2,0,23,0,0,NULL,NULL,NULL,NULL,NULL);
CREATE TABLE consent (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	letter_version VARCHAR NOT NULL, 
	letter_hash VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	given_at DATETIME NOT NULL, 
	withdrawn_at DATETIME, 
	CONSTRAINT pk_consent PRIMARY KEY (id), 
	CONSTRAINT fk_consent_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_consent_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
CREATE TABLE event (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER, 
	deed VARCHAR NOT NULL, 
	about JSON NOT NULL, 
	at DATETIME NOT NULL, 
	CONSTRAINT pk_event PRIMARY KEY (id), 
	CONSTRAINT fk_event_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_event_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
INSERT INTO "event" VALUES(1,1,NULL,'rules_changed','{"rules": ["reasons"]}','2026-11-23 08:00:04.076122');
CREATE TABLE exclusion (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	reason VARCHAR NOT NULL, 
	put_back BOOLEAN NOT NULL, 
	made_by INTEGER, 
	made_at DATETIME NOT NULL, 
	lifted_by INTEGER, 
	lifted_at DATETIME, 
	CONSTRAINT pk_exclusion PRIMARY KEY (id), 
	CONSTRAINT fk_exclusion_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_exclusion_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_exclusion_made_by_person FOREIGN KEY(made_by) REFERENCES person (id), 
	CONSTRAINT fk_exclusion_lifted_by_person FOREIGN KEY(lifted_by) REFERENCES person (id)
);
CREATE TABLE guideline_reading (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	version VARCHAR NOT NULL, 
	language VARCHAR NOT NULL, 
	acknowledged BOOLEAN NOT NULL, 
	opened_at DATETIME NOT NULL, 
	closed_at DATETIME, 
	CONSTRAINT pk_guideline_reading PRIMARY KEY (id), 
	CONSTRAINT fk_guideline_reading_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_guideline_reading_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
CREATE TABLE hours_note (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	day VARCHAR NOT NULL, 
	minutes INTEGER, 
	text VARCHAR NOT NULL, 
	written_at DATETIME NOT NULL, 
	CONSTRAINT pk_hours_note PRIMARY KEY (id), 
	CONSTRAINT ck_hours_note_minutes CHECK (minutes BETWEEN 0 AND 1440), 
	CONSTRAINT fk_hours_note_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_hours_note_person_id_person FOREIGN KEY(person_id) REFERENCES person (id)
);
CREATE TABLE judge_reply (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	protocol_key VARCHAR NOT NULL, 
	protocol_hash VARCHAR NOT NULL, 
	request_hash VARCHAR NOT NULL, 
	about JSON NOT NULL, 
	criterion VARCHAR, 
	attempt INTEGER NOT NULL, 
	status VARCHAR NOT NULL, 
	text VARCHAR, 
	error VARCHAR, 
	prompt_tokens INTEGER, 
	completion_tokens INTEGER, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_judge_reply PRIMARY KEY (id), 
	CONSTRAINT ck_judge_reply_status CHECK (status IN ('ok', 'malformed', 'failed')), 
	CONSTRAINT ck_judge_reply_attempt CHECK (attempt >= 1), 
	CONSTRAINT ck_judge_reply_reply_has_text CHECK ((status = 'failed') = (text IS NULL)), 
	CONSTRAINT fk_judge_reply_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_judge_reply_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_judge_reply_person_id_request_hash_attempt UNIQUE (person_id, request_hash, attempt)
);
CREATE TABLE judgment (
	id INTEGER NOT NULL, 
	assignment_id INTEGER NOT NULL, 
	revision INTEGER NOT NULL, 
	live BOOLEAN NOT NULL, 
	choice VARCHAR, 
	outcome VARCHAR, 
	swapped BOOLEAN NOT NULL, 
	order_known BOOLEAN NOT NULL, 
	ranked BOOLEAN NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	comparison_id INTEGER NOT NULL, 
	prompt_id INTEGER NOT NULL, 
	first_system_id INTEGER, 
	second_system_id INTEGER, 
	person_id INTEGER, 
	imported BOOLEAN NOT NULL, 
	shown_at DATETIME, 
	decided_at DATETIME, 
	active_ms INTEGER, 
	layout VARCHAR, 
	text_view VARCHAR, 
	language VARCHAR, 
	prompt_opened BOOLEAN, 
	protocol_version VARCHAR, 
	protocol_hash VARCHAR, 
	guideline_version VARCHAR, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_judgment PRIMARY KEY (id), 
	CONSTRAINT ck_judgment_choice CHECK (choice IN ('A', 'B', 'tie')), 
	CONSTRAINT ck_judgment_layout CHECK (layout IN ('side_by_side', 'stacked')), 
	CONSTRAINT ck_judgment_outcome CHECK (outcome IN ('first', 'second', 'tie')), 
	CONSTRAINT ck_judgment_choice_has_outcome CHECK ((choice IS NULL) = (outcome IS NULL)), 
	CONSTRAINT ck_judgment_revision CHECK (revision >= 1), 
	CONSTRAINT fk_judgment_assignment_id_assignment FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	CONSTRAINT fk_judgment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_judgment_comparison_id_comparison FOREIGN KEY(comparison_id) REFERENCES comparison (id), 
	CONSTRAINT fk_judgment_first_system_id_system FOREIGN KEY(first_system_id) REFERENCES system (id), 
	CONSTRAINT fk_judgment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_judgment_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT fk_judgment_second_system_id_system FOREIGN KEY(second_system_id) REFERENCES system (id), 
	CONSTRAINT uq_judgment_assignment_id_revision UNIQUE (assignment_id, revision)
);
INSERT INTO "judgment" VALUES(1,1,1,1,'A','first',0,1,1,1,1,7,2,3,1,0,'2026-11-23 08:00:04.045647','2026-11-23 08:00:04.054390',8,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1','2026-11-23 08:00:04.057571');
INSERT INTO "judgment" VALUES(2,2,1,1,'tie','tie',0,1,1,1,2,3,1,2,1,0,'2026-11-23 08:00:04.061760','2026-11-23 08:00:04.063142',1,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1','2026-11-23 08:00:04.063309');
INSERT INTO "judgment" VALUES(3,4,1,0,'B','first',1,1,1,1,1,7,2,3,3,0,'2026-11-23 08:00:04.067741','2026-11-23 08:00:04.069130',1,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1','2026-11-23 08:00:04.069369');
INSERT INTO "judgment" VALUES(4,4,2,1,NULL,NULL,1,1,1,1,1,7,2,3,3,0,'2026-11-23 08:00:04.067741','2026-11-23 08:00:04.070540',NULL,NULL,'plain',NULL,NULL,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1','2026-11-23 08:00:04.072475');
INSERT INTO "judgment" VALUES(5,5,1,1,'A','second',1,1,1,1,2,3,1,2,2,0,'2026-11-23 08:00:04.078795','2026-11-23 08:00:04.080893',2,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1','2026-11-23 08:00:04.081265');
INSERT INTO "judgment" VALUES(6,6,1,1,'B','first',1,1,1,1,3,4,1,3,2,0,'2026-11-23 08:00:04.091534','2026-11-23 08:00:04.093080',1,'side_by_side','plain','nb',0,'1','0000000000000000000000000000000000000000000000000000000000000000','1.1','2026-11-23 08:00:04.093271');
CREATE TABLE link (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	token_hash VARCHAR NOT NULL, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	CONSTRAINT pk_link PRIMARY KEY (id), 
	CONSTRAINT fk_link_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_link_token_hash UNIQUE (token_hash)
);
INSERT INTO "link" VALUES(1,1,'bc9096766451593b5a9886971f7e8aefa9228e7b651d59559b9962c04c86958e','2026-11-23 08:00:04.015528',NULL);
INSERT INTO "link" VALUES(2,2,'c7e6f04e084991f90f9575dcef0a7d26758c7c74248724e392b81ba9447b5120','2026-11-23 08:00:04.022016',NULL);
INSERT INTO "link" VALUES(3,3,'782b63187c63f4bb36b4130aada14d679114bb493f74fb92c8c293a29e3c101e','2026-11-23 08:00:04.026384',NULL);
INSERT INTO "link" VALUES(4,4,'5e09505d22ca47549ae5135fe5610dbb988e2709ed93f4a0439c81eb841a9aef','2026-11-23 08:00:04.118914',NULL);
CREATE TABLE "membership" (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER, 
	role VARCHAR NOT NULL, 
	written_standard VARCHAR, 
	CONSTRAINT pk_membership PRIMARY KEY (id), 
	CONSTRAINT fk_membership_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT ck_membership_role CHECK (role IN ('annotator', 'lead', 'researcher')), 
	CONSTRAINT fk_membership_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT ck_membership_written_standard CHECK (written_standard IN ('nb', 'nn'))
);
INSERT INTO "membership" VALUES(1,1,1,'annotator',NULL);
INSERT INTO "membership" VALUES(2,2,1,'annotator',NULL);
INSERT INTO "membership" VALUES(3,3,1,'annotator',NULL);
INSERT INTO "membership" VALUES(4,4,2,'annotator',NULL);
CREATE TABLE message (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	text VARCHAR NOT NULL, 
	sent_by INTEGER, 
	sent_at DATETIME NOT NULL, 
	read_at DATETIME, 
	CONSTRAINT pk_message PRIMARY KEY (id), 
	CONSTRAINT fk_message_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_message_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_message_sent_by_person FOREIGN KEY(sent_by) REFERENCES person (id)
);
CREATE TABLE "person" (
	id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	kind VARCHAR NOT NULL, 
	language VARCHAR, 
	created_at DATETIME NOT NULL, 
	text_size INTEGER DEFAULT '100' NOT NULL, 
	first_standard VARCHAR, 
	dialect_area VARCHAR, 
	CONSTRAINT pk_person PRIMARY KEY (id), 
	CONSTRAINT uq_person_name UNIQUE (name), 
	CONSTRAINT ck_person_kind CHECK (kind IN ('human', 'judge', 'simulated')), 
	CONSTRAINT ck_person_first_standard CHECK (first_standard IN ('nb', 'nn', 'both', 'neither')), 
	CONSTRAINT ck_person_dialect_area CHECK (dialect_area IN ('east', 'south', 'west', 'trondelag', 'north', 'mixed')), 
	CONSTRAINT ck_person_text_size CHECK (text_size BETWEEN 80 AND 200)
);
INSERT INTO "person" VALUES(1,'Kari','human',NULL,'2026-11-23 08:00:04.013769',100,NULL,NULL);
INSERT INTO "person" VALUES(2,'Ola','human',NULL,'2026-11-23 08:00:04.021351',100,NULL,NULL);
INSERT INTO "person" VALUES(3,'Siri','human',NULL,'2026-11-23 08:00:04.025686',100,NULL,NULL);
INSERT INTO "person" VALUES(4,'Rita','human',NULL,'2026-11-23 08:00:04.118524',100,NULL,NULL);
CREATE TABLE program_token (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	token_hash VARCHAR NOT NULL, 
	created_by INTEGER, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	CONSTRAINT pk_program_token PRIMARY KEY (id), 
	CONSTRAINT fk_program_token_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_program_token_created_by_person FOREIGN KEY(created_by) REFERENCES person (id), 
	CONSTRAINT uq_program_token_token_hash UNIQUE (token_hash)
);
CREATE TABLE prompt (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	"key" VARCHAR NOT NULL, 
	external_id VARCHAR, 
	kind VARCHAR NOT NULL, 
	text VARCHAR NOT NULL, 
	written_standard VARCHAR, 
	category VARCHAR, 
	document VARCHAR, 
	reference VARCHAR, 
	source_language VARCHAR, 
	target_language VARCHAR, 
	meta JSON, 
	CONSTRAINT pk_prompt PRIMARY KEY (id), 
	CONSTRAINT ck_prompt_kind CHECK (kind IN ('regular', 'gold')), 
	CONSTRAINT ck_prompt_written_standard CHECK (written_standard IN ('nb', 'nn')), 
	CONSTRAINT fk_prompt_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_prompt_campaign_id_key UNIQUE (campaign_id, "key")
);
INSERT INTO "prompt" VALUES(1,1,'p0','p0','regular','Oppgave 0','nb','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(2,1,'p1','p1','regular','Oppgave 1','nn','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(3,1,'p2','p2','regular','Oppgave 2','nb','news',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(4,1,'p3','p3','regular','Oppgave 3','nn','news',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(5,1,'p4','p4','regular','Oppgave 4','nb','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(6,1,'p5','p5','regular','Oppgave 5','nn','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(7,1,'p6','p6','regular','Oppgave 6','nb','news',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(8,1,'p7','p7','regular','Oppgave 7','nn','news',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(9,2,'p0','p0','regular','Oppgave 0','nb','mail',NULL,NULL,NULL,NULL,NULL);
INSERT INTO "prompt" VALUES(10,2,'p1','p1','regular','Oppgave 1','nn','mail',NULL,NULL,NULL,NULL,NULL);
CREATE TABLE qualification (
	id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	attempt INTEGER NOT NULL, 
	asked INTEGER NOT NULL, 
	correct INTEGER, 
	passed BOOLEAN, 
	granted_by INTEGER, 
	started_at DATETIME NOT NULL, 
	finished_at DATETIME, 
	CONSTRAINT pk_qualification PRIMARY KEY (id), 
	CONSTRAINT ck_qualification_finished_is_decided CHECK ((passed IS NULL) = (finished_at IS NULL)), 
	CONSTRAINT ck_qualification_counts CHECK (attempt >= 1 AND asked >= 0), 
	CONSTRAINT fk_qualification_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_qualification_granted_by_person FOREIGN KEY(granted_by) REFERENCES person (id), 
	CONSTRAINT fk_qualification_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_qualification_person_id_campaign_id_attempt UNIQUE (person_id, campaign_id, attempt)
);
CREATE TABLE "question" (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	assignment_id INTEGER, 
	text VARCHAR NOT NULL, 
	asked_at DATETIME NOT NULL, 
	answer VARCHAR, 
	answered_by INTEGER, 
	answered_at DATETIME, 
	read_at DATETIME, 
	resolved_at DATETIME, 
	rating_assignment_id INTEGER, 
	CONSTRAINT pk_question PRIMARY KEY (id), 
	CONSTRAINT fk_question_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_question_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT fk_question_assignment_id_assignment FOREIGN KEY(assignment_id) REFERENCES assignment (id), 
	CONSTRAINT fk_question_answered_by_person FOREIGN KEY(answered_by) REFERENCES person (id), 
	CONSTRAINT fk_question_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT ck_question_about_one CHECK (assignment_id IS NULL OR rating_assignment_id IS NULL)
);
CREATE TABLE rating (
	id INTEGER NOT NULL, 
	rating_assignment_id INTEGER NOT NULL, 
	criterion VARCHAR NOT NULL, 
	revision INTEGER NOT NULL, 
	live BOOLEAN NOT NULL, 
	value INTEGER, 
	not_applicable BOOLEAN NOT NULL, 
	explanation VARCHAR, 
	decided_at DATETIME, 
	active_ms INTEGER, 
	language VARCHAR, 
	created_at DATETIME NOT NULL, 
	CONSTRAINT pk_rating PRIMARY KEY (id), 
	CONSTRAINT ck_rating_value_or_na CHECK (NOT (not_applicable AND value IS NOT NULL)), 
	CONSTRAINT fk_rating_rating_assignment_id_rating_assignment FOREIGN KEY(rating_assignment_id) REFERENCES rating_assignment (id), 
	CONSTRAINT uq_rating_rating_assignment_id_criterion_revision UNIQUE (rating_assignment_id, criterion, revision)
);
INSERT INTO "rating" VALUES(1,1,'gender_number',1,1,3,0,NULL,'2026-11-23 08:00:04.153189',32,'nb','2026-11-23 08:00:04.154827');
INSERT INTO "rating" VALUES(2,1,'tense',1,1,3,0,NULL,'2026-11-23 08:00:04.153189',32,'nb','2026-11-23 08:00:04.154830');
INSERT INTO "rating" VALUES(3,1,'voice',1,1,3,0,NULL,'2026-11-23 08:00:04.153189',32,'nb','2026-11-23 08:00:04.154831');
INSERT INTO "rating" VALUES(4,1,'proper_nouns',1,1,3,0,NULL,'2026-11-23 08:00:04.153189',32,'nb','2026-11-23 08:00:04.154831');
INSERT INTO "rating" VALUES(5,1,'adjectives_adverbs',1,1,3,0,NULL,'2026-11-23 08:00:04.153189',32,'nb','2026-11-23 08:00:04.154832');
INSERT INTO "rating" VALUES(6,1,'lexical_choice',1,1,3,0,NULL,'2026-11-23 08:00:04.153189',32,'nb','2026-11-23 08:00:04.154832');
INSERT INTO "rating" VALUES(7,1,'phrase_order',1,1,3,0,NULL,'2026-11-23 08:00:04.153189',32,'nb','2026-11-23 08:00:04.154833');
INSERT INTO "rating" VALUES(8,1,'punctuation',1,1,3,0,NULL,'2026-11-23 08:00:04.153189',32,'nb','2026-11-23 08:00:04.154833');
INSERT INTO "rating" VALUES(9,1,'fluency',1,1,3,0,NULL,'2026-11-23 08:00:04.153189',32,'nb','2026-11-23 08:00:04.154834');
INSERT INTO "rating" VALUES(10,1,'semantics',1,1,3,0,NULL,'2026-11-23 08:00:04.153189',32,'nb','2026-11-23 08:00:04.154834');
INSERT INTO "rating" VALUES(11,1,'whole_translation',1,1,3,0,NULL,'2026-11-23 08:00:04.153189',32,'nb','2026-11-23 08:00:04.154834');
CREATE TABLE "rating_assignment" (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	response_id INTEGER NOT NULL, 
	person_id INTEGER NOT NULL, 
	protocol_key VARCHAR NOT NULL, 
	protocol_version VARCHAR NOT NULL, 
	protocol_hash VARCHAR NOT NULL, 
	status VARCHAR NOT NULL, 
	leased_until DATETIME, 
	shown_at DATETIME, 
	created_at DATETIME NOT NULL, 
	skip_reason VARCHAR, 
	skip_comment VARCHAR, 
	skipped_at DATETIME, 
	CONSTRAINT pk_rating_assignment PRIMARY KEY (id), 
	CONSTRAINT uq_rating_assignment_response_id_person_id_protocol_key UNIQUE (response_id, person_id, protocol_key), 
	CONSTRAINT fk_rating_assignment_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_rating_assignment_response_id_response FOREIGN KEY(response_id) REFERENCES response (id), 
	CONSTRAINT fk_rating_assignment_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT ck_rating_assignment_status CHECK (status IN ('leased', 'done', 'skipped', 'released')), 
	CONSTRAINT ck_rating_assignment_skip_has_reason CHECK ((status = 'skipped') = (skip_reason IS NOT NULL)), 
	CONSTRAINT ck_rating_assignment_skip_reason CHECK (skip_reason IN ('other_standard', 'unreadable', 'uncomfortable', 'other'))
);
INSERT INTO "rating_assignment" VALUES(1,2,28,4,'heval','1','0000000000000000000000000000000000000000000000000000000000000000','done',NULL,'2026-11-23 08:00:04.120583','2026-11-23 08:00:04.143727',NULL,NULL,NULL);
INSERT INTO "rating_assignment" VALUES(2,2,27,4,'heval','1','0000000000000000000000000000000000000000000000000000000000000000','leased','2026-11-23 08:30:04.156279','2026-11-23 08:00:04.156279','2026-11-23 08:00:04.161148',NULL,NULL,NULL);
CREATE TABLE reason (
	id INTEGER NOT NULL, 
	remark_id INTEGER NOT NULL, 
	response_id INTEGER NOT NULL, 
	issue VARCHAR NOT NULL, 
	CONSTRAINT pk_reason PRIMARY KEY (id), 
	CONSTRAINT fk_reason_remark_id_remark FOREIGN KEY(remark_id) REFERENCES remark (id), 
	CONSTRAINT fk_reason_response_id_response FOREIGN KEY(response_id) REFERENCES response (id), 
	CONSTRAINT uq_reason_remark_id_response_id_issue UNIQUE (remark_id, response_id, issue)
);
INSERT INTO "reason" VALUES(1,1,7,'grammar');
CREATE TABLE remark (
	id INTEGER NOT NULL, 
	judgment_id INTEGER NOT NULL, 
	quality VARCHAR, 
	comment VARCHAR, 
	given_at DATETIME NOT NULL, 
	CONSTRAINT pk_remark PRIMARY KEY (id), 
	CONSTRAINT ck_remark_quality CHECK (quality IN ('both_well', 'both_badly')), 
	CONSTRAINT fk_remark_judgment_id_judgment FOREIGN KEY(judgment_id) REFERENCES judgment (id), 
	CONSTRAINT uq_remark_judgment_id UNIQUE (judgment_id)
);
INSERT INTO "remark" VALUES(1,5,NULL,'Her.','2026-11-23 08:00:04.086779');
CREATE TABLE response (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	prompt_id INTEGER NOT NULL, 
	system_id INTEGER, 
	text VARCHAR, 
	meta JSON, 
	withdrawn_at DATETIME, 
	CONSTRAINT pk_response PRIMARY KEY (id), 
	CONSTRAINT fk_response_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_response_prompt_id_prompt FOREIGN KEY(prompt_id) REFERENCES prompt (id), 
	CONSTRAINT fk_response_system_id_system FOREIGN KEY(system_id) REFERENCES system (id), 
	CONSTRAINT uq_response_prompt_id_system_id UNIQUE (prompt_id, system_id)
);
INSERT INTO "response" VALUES(1,1,1,1,'Dette er svar 132598cb6387.','null',NULL);
INSERT INTO "response" VALUES(2,1,1,2,'Dette er svar 2372d3bd995f.','null',NULL);
INSERT INTO "response" VALUES(3,1,1,3,'Dette er svar 92b27607d001.','null',NULL);
INSERT INTO "response" VALUES(4,1,2,1,'Dette er svar 2fd2c1bbbfad.','null',NULL);
INSERT INTO "response" VALUES(5,1,2,2,'Dette er svar f8347c095598.','null',NULL);
INSERT INTO "response" VALUES(6,1,2,3,'Dette er svar 9098e92e220a.','null',NULL);
INSERT INTO "response" VALUES(7,1,3,1,'Dette er svar 33dc7d9656ba.','null',NULL);
INSERT INTO "response" VALUES(8,1,3,2,'Dette er svar 68754bf24ff4.','null',NULL);
INSERT INTO "response" VALUES(9,1,3,3,'Dette er svar 6b66737100fe.','null',NULL);
INSERT INTO "response" VALUES(10,1,4,1,'Dette er svar d2b20af82786.','null',NULL);
INSERT INTO "response" VALUES(11,1,4,2,'Dette er svar 6a465759ea66.','null',NULL);
INSERT INTO "response" VALUES(12,1,4,3,'Dette er svar 5e7085fba481.','null',NULL);
INSERT INTO "response" VALUES(13,1,5,1,'Dette er svar a49a93211cea.','null',NULL);
INSERT INTO "response" VALUES(14,1,5,2,'Dette er svar 754cc3e0f65c.','null',NULL);
INSERT INTO "response" VALUES(15,1,5,3,'Dette er svar 3bdc2442daa4.','null',NULL);
INSERT INTO "response" VALUES(16,1,6,1,'Dette er svar 0f25ad5bfdf2.','null',NULL);
INSERT INTO "response" VALUES(17,1,6,2,'Dette er svar 252d975fb76b.','null',NULL);
INSERT INTO "response" VALUES(18,1,6,3,'Dette er svar 7f59025d4a33.','null',NULL);
INSERT INTO "response" VALUES(19,1,7,1,'Dette er svar dd582003ab2d.','null',NULL);
INSERT INTO "response" VALUES(20,1,7,2,'Dette er svar e19cc84e483b.','null',NULL);
INSERT INTO "response" VALUES(21,1,7,3,'Dette er svar 2b5d5bf6b035.','null',NULL);
INSERT INTO "response" VALUES(22,1,8,1,'Dette er svar 5917c2a4a8e5.','null',NULL);
INSERT INTO "response" VALUES(23,1,8,2,'Dette er svar 04181fc19e84.','null',NULL);
INSERT INTO "response" VALUES(24,1,8,3,'Dette er svar 5c18fe90e29a.','null',NULL);
INSERT INTO "response" VALUES(25,2,9,4,'Dette er svar 132598cb6387.','null',NULL);
INSERT INTO "response" VALUES(26,2,9,5,'Dette er svar 2372d3bd995f.','null',NULL);
INSERT INTO "response" VALUES(27,2,9,6,'Dette er svar 92b27607d001.','null',NULL);
INSERT INTO "response" VALUES(28,2,10,4,'Dette er svar 2fd2c1bbbfad.','null',NULL);
INSERT INTO "response" VALUES(29,2,10,5,'Dette er svar f8347c095598.','null',NULL);
INSERT INTO "response" VALUES(30,2,10,6,'Dette er svar 9098e92e220a.','null',NULL);
CREATE TABLE round (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	opened_by INTEGER, 
	opened_at DATETIME NOT NULL, 
	CONSTRAINT pk_round PRIMARY KEY (id), 
	CONSTRAINT ck_round_number CHECK (number >= 2), 
	CONSTRAINT fk_round_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT fk_round_opened_by_person FOREIGN KEY(opened_by) REFERENCES person (id), 
	CONSTRAINT uq_round_campaign_id_number UNIQUE (campaign_id, number)
);
CREATE TABLE sign_in (
	id INTEGER NOT NULL, 
	session_hash VARCHAR NOT NULL, 
	person_id INTEGER NOT NULL, 
	link_id INTEGER NOT NULL, 
	created_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	CONSTRAINT pk_sign_in PRIMARY KEY (id), 
	CONSTRAINT fk_sign_in_link_id_link FOREIGN KEY(link_id) REFERENCES link (id), 
	CONSTRAINT fk_sign_in_person_id_person FOREIGN KEY(person_id) REFERENCES person (id), 
	CONSTRAINT uq_sign_in_session_hash UNIQUE (session_hash)
);
INSERT INTO "sign_in" VALUES(1,'b3d33a3b2af651aea989ccf8299d970d87eaffbd6fe1b9c4890a83623e319de7',1,1,'2026-11-23 08:00:04.018567',NULL);
INSERT INTO "sign_in" VALUES(2,'e7fabf0312a078f98817a69ecf24c55954f89909767db59505929ac8beef4f00',2,2,'2026-11-23 08:00:04.023434',NULL);
INSERT INTO "sign_in" VALUES(3,'db1e274281e24549492c4e194a2dc0466ca691287678fc84c5fb6631734d7573',3,3,'2026-11-23 08:00:04.028304',NULL);
INSERT INTO "sign_in" VALUES(4,'531cf5207610b40b9871040a926c2d36149da830816716f77bba3dbbb2f284b4',4,4,'2026-11-23 08:00:04.119831',NULL);
CREATE TABLE system (
	id INTEGER NOT NULL, 
	campaign_id INTEGER NOT NULL, 
	name VARCHAR NOT NULL, 
	CONSTRAINT pk_system PRIMARY KEY (id), 
	CONSTRAINT fk_system_campaign_id_campaign FOREIGN KEY(campaign_id) REFERENCES campaign (id), 
	CONSTRAINT uq_system_campaign_id_name UNIQUE (campaign_id, name)
);
INSERT INTO "system" VALUES(1,1,'alfa-modell');
INSERT INTO "system" VALUES(2,1,'bravo-modell');
INSERT INTO "system" VALUES(3,1,'charlie-modell');
INSERT INTO "system" VALUES(4,2,'alfa-modell');
INSERT INTO "system" VALUES(5,2,'bravo-modell');
INSERT INTO "system" VALUES(6,2,'charlie-modell');
CREATE UNIQUE INDEX uq_link_live ON link (person_id) WHERE revoked_at IS NULL;
CREATE INDEX ix_response_campaign_id ON response (campaign_id);
CREATE INDEX ix_sign_in_person_id ON sign_in (person_id);
CREATE INDEX ix_comparison_campaign ON comparison (campaign_id, kind, identical, overlap, done);
CREATE INDEX ix_comparison_open ON comparison (campaign_id, position) WHERE done < overlap AND kind = 'regular' AND identical = false AND withdrawn_at IS NULL;
CREATE INDEX ix_comparison_prompt ON comparison (prompt_id);
CREATE UNIQUE INDEX uq_rating_live ON rating (rating_assignment_id, criterion) WHERE live;
CREATE INDEX ix_judgment_person ON judgment (campaign_id, person_id, id);
CREATE INDEX ix_judgment_ranking ON judgment (campaign_id, first_system_id, second_system_id, outcome, swapped, order_known, person_id, prompt_id) WHERE live AND ranked AND outcome IS NOT NULL;
CREATE UNIQUE INDEX uq_judgment_live ON judgment (assignment_id) WHERE live;
CREATE INDEX ix_consent_person ON consent (person_id, campaign_id);
CREATE INDEX ix_guideline_reading_person ON guideline_reading (person_id, campaign_id);
CREATE INDEX ix_hours_note_person ON hours_note (person_id, campaign_id, day);
CREATE INDEX ix_reason_response_id ON reason (response_id);
CREATE INDEX ix_assignment_person ON assignment (campaign_id, person_id, status, sequence);
CREATE INDEX ix_event_campaign ON event (campaign_id, id);
CREATE UNIQUE INDEX uq_exclusion_live ON exclusion (campaign_id, person_id) WHERE lifted_at IS NULL;
CREATE INDEX ix_message_person ON message (campaign_id, person_id);
CREATE INDEX ix_program_token_campaign_id ON program_token (campaign_id);
CREATE INDEX ix_judgment_unranked ON judgment (campaign_id, person_id) WHERE NOT ranked;
CREATE UNIQUE INDEX uq_membership_everywhere ON membership (person_id, role) WHERE campaign_id IS NULL;
CREATE UNIQUE INDEX uq_membership_campaign ON membership (person_id, campaign_id, role) WHERE campaign_id IS NOT NULL;
CREATE INDEX ix_judge_reply_campaign ON judge_reply (campaign_id, person_id);
CREATE INDEX ix_rating_assignment_person ON rating_assignment (campaign_id, person_id, status);
CREATE INDEX ix_question_person ON question (campaign_id, person_id);
COMMIT;
