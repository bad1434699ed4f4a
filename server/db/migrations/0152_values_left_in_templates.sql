-- Values of the job that a template was made from and that stand on its page as text: [{"text": "12,800.00", "shipmentId": "…"}].
-- They are the same on every paper, which the check before documents are made says.
alter table document_templates add column left_values jsonb not null default '[]';
